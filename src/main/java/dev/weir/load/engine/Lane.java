package dev.weir.load.engine;

import dev.weir.driver.Completion;
import dev.weir.driver.Written;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One call in flight: asks its feed for the next call, prepares it outside the timed span, waits
 * for its moment, sends it, counts its answer, again. The thread that completes a call writes its
 * counts; the sampling thread reads them.
 */
public final class Lane implements Completion, Runnable {
  /** The longest wait that does not look whether the lane was stopped. */
  private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final int index;
  private final Feed feed;
  private final Action action;
  private final CallTimes times;
  private final Timing timing;
  private final Pacer pacer;
  private final int mostFailures;
  private final CountDownLatch finished;

  /** Asked after each call; null if each answer starts the next call. */
  private final @Nullable AfterCall after;

  private final Call call = new Call();
  private final Map<String, Long> failed = new ConcurrentHashMap<>();

  /** Calls to start; above one only while a completion runs inside {@link Action#send}. */
  private final AtomicInteger pending = new AtomicInteger();

  private volatile boolean stopping;
  private volatile boolean done;
  private int failures;

  final SingleWriterCounter sent = new SingleWriterCounter();
  final SingleWriterCounter batches = new SingleWriterCounter();

  /** Of acknowledged calls: documents that changed, came or went. */
  final SingleWriterCounter documents = new SingleWriterCounter();

  /** Of acknowledged calls: documents saved as they were. */
  final SingleWriterCounter unchanged = new SingleWriterCounter();

  /** What acknowledged calls were to do, and what the server reports of all calls. */
  final KindCounters expected = new KindCounters();

  final KindCounters reported = new KindCounters();
  final SingleWriterCounter bytes = new SingleWriterCounter();
  final SingleWriterCounter offered = new SingleWriterCounter();
  final SingleWriterCounter matched = new SingleWriterCounter();
  final SingleWriterCounter modified = new SingleWriterCounter();
  final SingleWriterCounter failedCalls = new SingleWriterCounter();

  /** Calls that belong to no measured span. */
  final SingleWriterCounter sentBefore = new SingleWriterCounter();

  final SingleWriterCounter failedBefore = new SingleWriterCounter();

  /**
   * @param mostFailures after that number of failed calls the lane gives up
   * @param finished counted down when the lane will make no more calls and has none in flight
   */
  Lane(
      int index,
      Feed feed,
      Action action,
      CallTimes times,
      Timing timing,
      Pacer pacer,
      int mostFailures,
      CountDownLatch finished,
      @Nullable AfterCall after) {
    this.index = index;
    this.feed = feed;
    this.action = action;
    this.times = times;
    this.timing = timing;
    this.pacer = pacer;
    this.mostFailures = mostFailures;
    this.finished = finished;
    this.after = after;
  }

  /** Starts the lane; where calls block, returns when the lane has stopped. */
  @Override
  public void run() {
    next();
  }

  /**
   * Starts the next call unless one is being started further up this very stack, which then goes
   * on: answers that come at once don't pile up frames.
   */
  private void next() {
    if (pending.getAndIncrement() != 0) {
      return;
    }
    do {
      if (!sendNext()) {
        return;
      }
    } while (pending.decrementAndGet() != 0);
  }

  /** Sends the next call at its moment; false if there is none, and the lane has finished. */
  boolean sendNext() {
    return sendNext(true);
  }

  /**
   * As {@link #sendNext()}.
   *
   * @param lanesShort whether a call that is due already has waited for a lane, and not for the
   *     thread that sends
   */
  boolean sendNext(boolean lanesShort) {
    if (stopping || failures >= mostFailures || !fedNext()) {
      finish();
      return false;
    }
    call.waited &= lanesShort;
    boolean counted = false;
    try {
      action.prepare(call);
      if (call.intendedAt != Call.AT_ONCE && !awaitMoment()) {
        finish();
        return false;
      }
      offered.add(action.documents());
      counted = true;
      sent.add(1);
      call.sentAt = timing.nanoTime();
      if (call.counts) {
        times.sent(index, call);
      } else {
        sentBefore.add(1);
      }
      action.send(call, this);
    } catch (RuntimeException | Error e) {
      if (!counted) {
        offered.add(action.documents()); // it could not even be made
        sent.add(1);
      }
      failed(e, Written.NOTHING);
    }
    return true;
  }

  /** Whether its latest call has waited for a lane. */
  boolean waited() {
    return call.waited;
  }

  private boolean fedNext() {
    try {
      return feed.next(call);
    } catch (RuntimeException | Error e) {
      finish();
      throw e;
    }
  }

  /** Waits for the call's moment; false if the lane was stopped before. */
  private boolean awaitMoment() {
    try {
      while (!stopping) {
        long now = timing.nanoTime();
        if (call.intendedAt - now <= LONGEST_WAIT_NANOS) {
          pacer.await(call.intendedAt);
          return !stopping;
        }
        timing.sleepUntil(now + LONGEST_WAIT_NANOS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a lane is interrupted to end it
    }
    return false;
  }

  @Override
  public void acknowledged(Written now) {
    if (call.counts) {
      times.answered(index, call, timing.nanoTime());
    }
    int saved = action.unchanged();
    documents.add(action.documents() - saved);
    if (saved > 0) {
      unchanged.add(saved);
    }
    batches.add(1);
    bytes.add(action.bytes());
    matched.add(now.documents());
    modified.add(now.changed());
    expected.add(action);
    reported.add(now);
    goOn();
  }

  @Override
  public void failed(Throwable cause, Written now) {
    failed(cause.getClass().getSimpleName(), now);
  }

  /**
   * As {@link #failed(Throwable, Written)}, where only the class of the error is known.
   *
   * @param error its simple name
   */
  void failed(String error, Written now) {
    failures++;
    failed.merge(error, (long) action.documents(), Long::sum);
    failedCalls.add(1);
    if (!call.counts) {
      failedBefore.add(1);
    }
    modified.add(now.changed());
    reported.add(now);
    goOn();
  }

  private void goOn() {
    if (after == null) {
      next();
    } else {
      after.release(this);
    }
  }

  /** The lane makes no more calls. */
  synchronized void finish() {
    if (!done) {
      done = true;
      finished.countDown();
    }
  }

  void stop() {
    stopping = true;
  }

  Map<String, Long> failedByClass() {
    return failed;
  }
}
