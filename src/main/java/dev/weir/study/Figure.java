package dev.weir.study;

import java.util.Arrays;

/**
 * A figure of a trial that a claim may be about. All are positive, so that ratios of them make
 * sense.
 */
public enum Figure implements NamedChoice {
  /** Documents acknowledged per second. */
  DOCUMENTS_PER_SECOND("documentsPerSecond", "documents/s"),
  /** Time that a fixed number of documents takes: the inverse of documents per second. */
  TIME_PER_DOCUMENT("timePerDocument", "time per document"),
  /** BSON of update statements, 10^6 bytes per second. */
  MEGABYTES_PER_SECOND("megabytesPerSecond", "MB/s"),
  /** Coefficient of variation of the rates of a trial's windows: standard deviation over mean. */
  JITTER("jitter", "swing of the rate"),
  /** CPU microseconds of all server processes per document. */
  SERVER_CPU("serverMicrosPerDocument", "server CPU per document"),
  /** CPU microseconds of the load process per document. */
  CLIENT_CPU("clientMicrosPerDocument", "client CPU per document"),
  /** Median service time of a call. */
  SERVICE_P50("serviceTimeP50", "median time of a call"),
  /** 99th percentile of the service time of a call. */
  SERVICE_P99("serviceTimeP99", "p99 of a call's time"),
  /** Mean wait for a connection per check-out, in microseconds. */
  POOL_WAIT("poolWait", "wait for a connection"),
  /** Connections that the driver's pools made, per document of the whole trial. */
  CONNECTIONS("connectionsPerDocument", "new connections per document"),
  /** Of a job's queues: tasks in the deepest over the mean. */
  QUEUE_SKEW("queueSkew", "skew of the queues"),
  /** When a job's last worker ends over when its workers end on average. */
  FINISH_SKEW("finishSkew", "skew of the workers' ends"),
  /** Changes in memory that the fault took with it. */
  UPDATES_LOST("updatesLost", "updates lost"),
  /** Mean seconds of progress lost over all players, as a share of half a flush period. */
  MEAN_LOSS("meanLossOfPlan", "mean progress lost, as a share of the plan's"),
  /** The longest progress lost, as a share of a flush period, the linger and the longest call. */
  WORST_LOSS("worstLossOfPlan", "longest progress lost, as a share of the plan's"),
  /** Documents whose last acknowledged save the server no longer had after the fault. */
  ACKNOWLEDGED_LOST("acknowledgedLost", "acknowledged documents lost"),
  /** Documents that the game took for saved although the server never acknowledged them so. */
  MARKS_FORGOTTEN("marksForgotten", "dirty marks forgotten"),
  /** Documents that were sent again because the call before had failed. */
  SENT_AGAIN("sentAgain", "documents sent again"),
  /** Of these, the documents that the server had already taken as they were. */
  WRITTEN_TWICE("writtenTwice", "documents written twice"),
  /** The longest that a document was ready to be saved and not acknowledged, in seconds. */
  OVERDUE("overdueSeconds", "longest wait of a save"),
  /** From that moment until no document was overdue, in seconds. */
  DRAIN("drainSeconds", "time to catch up"),
  /** 99th percentile of response times from the fault until no document was overdue. */
  CATCH_UP_P99("catchUpP99", "p99 of a save's time while catching up");

  private final String yamlName;
  private final String words;

  Figure(String yamlName, String words) {
    this.yamlName = yamlName;
    this.words = words;
  }

  /** What that figure is called in a sentence; its name if this build does not know it. */
  public static String words(String yamlName) {
    return Arrays.stream(values())
        .filter(figure -> figure.yamlName.equals(yamlName))
        .map(figure -> figure.words)
        .findFirst()
        .orElse(yamlName);
  }

  @Override
  public String yamlName() {
    return yamlName;
  }

  @Override
  public String toString() {
    return yamlName;
  }
}
