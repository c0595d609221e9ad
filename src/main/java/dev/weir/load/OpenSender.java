package dev.weir.load;

import dev.weir.load.ArrivalQueue.Arrival;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Sends arrivals at their intended times: takes a free lane, the arrival that is next, makes its
 * batch, waits for its moment, sends. With a blocking writer every lane has a sender on a thread of
 * its own, and who is free takes the next arrival, so no wake-up of a second thread lies between
 * its moment and the send; else one sender serves all lanes.
 */
final class OpenSender implements Runnable {
  private final ArrivalQueue queue;
  private final Lanes lanes;
  private final Pacer pacer;
  private final Timing timing;
  private final long startedAt;
  private final CountDownLatch finished;
  private volatile boolean stopping;
  private volatile boolean unsent;

  /** Free lanes. */
  @FunctionalInterface
  interface Lanes {
    /** Waits a moment for a free lane; null if there is still none. */
    @Nullable OpenLane poll() throws InterruptedException;
  }

  /**
   * @param startedAt when the loop begins, by {@link Timing#nanoTime}
   * @param finished counted down when this sender has nothing more to send
   */
  OpenSender(
      ArrivalQueue queue,
      Lanes lanes,
      Pacer pacer,
      Timing timing,
      long startedAt,
      CountDownLatch finished) {
    this.queue = queue;
    this.lanes = lanes;
    this.pacer = pacer;
    this.timing = timing;
    this.startedAt = startedAt;
    this.finished = finished;
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        OpenLane lane = lanes.poll();
        if (lane == null) {
          continue;
        }
        Arrival arrival = queue.take(timing.nanoTime() - startedAt);
        if (arrival == null || !send(lane, arrival)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      finished.countDown();
    }
  }

  private boolean send(OpenLane lane, Arrival arrival) throws InterruptedException {
    unsent = true;
    lane.prepare(arrival);
    pacer.await(startedAt + arrival.at());
    if (stopping) {
      return false;
    }
    unsent = false;
    lane.send(arrival, startedAt);
    return true;
  }

  /** Takes no more arrivals, and does not send the one it waits for. */
  void stop() {
    stopping = true;
  }

  /** Whether an arrival that was taken has not been sent. */
  boolean holdsOne() {
    return unsent;
  }
}
