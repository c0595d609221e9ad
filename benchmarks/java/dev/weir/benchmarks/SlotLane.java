package dev.weir.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What one JMH thread may have in flight. It waits for <em>any</em> of its calls to end before it
 * starts one more, never for a certain one.
 */
final class SlotLane {
  /** The driver's own bounds, 60 s to read and 10 s to find a server, end before this one. */
  private static final long ANSWER_SECONDS = 90;

  private final BlockingQueue<Slot<?>> free = new LinkedBlockingQueue<>();
  private final List<Slot<?>> slots = new ArrayList<>();
  private final Consumer<Slot<?>> start;

  /**
   * @param inFlight how many slots
   * @param make makes a slot that returns to the given queue
   * @param start sends a slot's next batch, at once or on another thread
   */
  SlotLane(int inFlight, Function<BlockingQueue<Slot<?>>, Slot<?>> make, Consumer<Slot<?>> start) {
    for (int i = 0; i < inFlight; i++) {
      slots.add(make.apply(free));
    }
    free.addAll(slots);
    this.start = start;
  }

  /**
   * Starts one call as soon as one may start.
   *
   * @return documents that were changed by the call that had to end for it; {@link Slot#UNUSED}
   *     while there is room
   * @throws IllegalStateException if that call failed, or none ended in time
   */
  int write() throws InterruptedException {
    Slot<?> slot = next();
    int documents = slot.takeAcknowledged();
    start.accept(slot);
    return documents;
  }

  /** Waits until nothing is in flight. */
  void drain() throws InterruptedException {
    for (int i = 0; i < slots.size(); i++) {
      next();
    }
  }

  private Slot<?> next() throws InterruptedException {
    Slot<?> slot = free.poll();
    if (slot == null) {
      slot = free.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
    }
    if (slot == null) {
      throw new IllegalStateException("no call was answered for " + ANSWER_SECONDS + " s");
    }
    return slot;
  }

  List<Slot<?>> slots() {
    return slots;
  }
}
