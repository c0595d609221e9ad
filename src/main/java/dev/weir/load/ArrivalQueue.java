package dev.weir.load;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals that are due and wait for a free lane, at most so many; one that finds the queue
 * full is shed and counted, as a server with a bounded queue would refuse it.
 *
 * <p>Nobody puts arrivals in: each call first lets in, in order, those that have become due since
 * the call before. Between calls nothing leaves the queue, so the outcome is the same as if each
 * had been let in at its very moment.
 */
final class ArrivalQueue {
  private final Arrivals arrivals;
  private final int capacity;
  private final long countFrom;
  private final Queue<Arrival> waiting = new ArrayDeque<>();
  private long upcoming;
  private long number;
  private long taken;
  private long shed;
  private long counted;
  private long countedShed;

  /**
   * @param number from 0, in order of arrival
   * @param at intended start, in nanoseconds after the loop's
   * @param waited whether it was due before a lane was free
   */
  record Arrival(long number, long at, boolean waited) {}

  /**
   * @param arrived let in, shed, or taken ahead of their time
   * @param waiting due, and not taken yet
   * @param taken by lanes
   * @param shed refused because the queue was full
   * @param counted of those that arrived, intended for the span that counts
   * @param countedShed of those shed
   */
  record Snapshot(
      long arrived, long waiting, long taken, long shed, long counted, long countedShed) {}

  /**
   * @param capacity how many may wait
   * @param countFrom start of the span that counts, in nanoseconds after the loop's start
   */
  ArrivalQueue(Arrivals arrivals, int capacity, long countFrom) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a queue holds 1 arrival at least: " + capacity);
    }
    this.arrivals = arrivals;
    this.capacity = capacity;
    this.countFrom = countFrom;
    this.upcoming = arrivals.next();
  }

  /**
   * The arrival that has waited longest or, if none waits, the next one to come, ahead of its time;
   * null when all are gone.
   *
   * @param now nanoseconds after the loop's start
   */
  synchronized @Nullable Arrival take(long now) {
    admit(now);
    Arrival head = waiting.poll();
    if (head == null) {
      if (upcoming == Arrivals.NONE) {
        return null;
      }
      head = pass(false);
    }
    taken++;
    return head;
  }

  synchronized Snapshot snapshot(long now) {
    admit(now);
    return new Snapshot(number, waiting.size(), taken, shed, counted, countedShed);
  }

  private void admit(long now) {
    while (upcoming <= now && upcoming != Arrivals.NONE) {
      Arrival due = pass(true);
      if (waiting.size() < capacity) {
        waiting.add(due);
      } else {
        shed++;
        countedShed += due.at() >= countFrom ? 1 : 0;
      }
    }
  }

  private Arrival pass(boolean waited) {
    Arrival arrival = new Arrival(number++, upcoming, waited);
    counted += upcoming >= countFrom ? 1 : 0;
    upcoming = arrivals.next();
    if (upcoming < arrival.at()) {
      throw new IllegalStateException(
          "arrivals must not go back in time: " + upcoming + " after " + arrival.at());
    }
    return arrival;
  }
}
