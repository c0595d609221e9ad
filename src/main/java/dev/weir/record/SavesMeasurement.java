package dev.weir.record;

import java.util.List;

/**
 * What a game saw of its own saves, from a fault on until all was saved.
 *
 * @param totals documents of the whole trial
 * @param failedCalls calls that failed
 * @param sentAgain documents that were sent again because the call before had failed
 * @param alreadyStored documents of acknowledged calls that the server had as they were
 * @param unchanged of these, the documents that were saved unchanged because that was asked
 * @param caughtUp whether no document was overdue any more before the time was over
 * @param drained whether, after that, all that was left could be saved
 * @param overdueNanos the longest that a document was ready to be saved and not acknowledged
 * @param drainNanos from then until no document was overdue
 * @param catchUp response times of each tenth of a second from the fault until then that has any,
 *     in ns, HdrHistogram's compressed encoding in Base64
 */
public record SavesMeasurement(
    Totals totals,
    long failedCalls,
    long sentAgain,
    long alreadyStored,
    long unchanged,
    boolean caughtUp,
    boolean drained,
    long overdueNanos,
    long drainNanos,
    List<String> catchUp) {}
