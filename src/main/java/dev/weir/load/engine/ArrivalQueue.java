package dev.weir.load.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals of an open loop that are due and wait for a free lane, up to a bound; one that finds
 * the queue full is shed and counted, as a server with a bounded queue would refuse it. Any number
 * of lanes take from it without a lock and without making an object for a call.
 *
 * <p>Nobody puts arrivals in. Lanes take in order of arrival, so the queue is full when arrival n
 * comes exactly if the taking that lies one whole queue back (the m-th less the capacity, where n
 * would be the m-th to be taken) had not happened yet. So the taker looks up that one moment,
 * passes over the arrivals that came until then, which are the ones shed, and takes the next.
 */
public final class ArrivalQueue implements CallSource {
  /** Moments are computed in blocks, one at a time under a lock. */
  private static final int BLOCK = 512;

  private static final int CHUNK_BITS = 12;
  private static final long LOW = 0xFFFF_FFFFL;
  private static final long NOT_KNOWN_YET = Long.MIN_VALUE;

  private final Arrivals arrivals;
  private final int capacity;
  private final long countFrom;
  private final Timing timing;

  /** High half: arrivals taken or shed so far. Low half: arrivals taken. */
  private final AtomicLong passed = new AtomicLong();

  private final AtomicLong countedShed = new AtomicLong();

  /**
   * When each of the latest takings happened: a ring of at least the capacity and of a power of two
   * places, in chunks. The lowest bit tells this round through the ring from the one before.
   */
  private final AtomicReferenceArray<@Nullable AtomicLongArray> takenAt;

  private final int ringBits;

  /** Holds the next arrival or one before it. */
  private volatile Block oldest = new Block(0, new long[0]);

  /** Number of the first arrival of the span that counts. */
  private volatile long firstCounted = Long.MAX_VALUE;

  private volatile long startedAt;

  /** The last moment of the last block; guarded by this. */
  private long latest = Long.MIN_VALUE;

  /**
   * @param arrived let in, shed, or taken ahead of their time
   * @param waiting due, and not taken yet
   * @param taken by lanes
   * @param shed refused because the queue was full
   * @param counted of those that arrived, intended for the span that counts
   * @param countedShed of those shed
   */
  public record Snapshot(
      long arrived, long waiting, long taken, long shed, long counted, long countedShed) {}

  private static final class Block {
    private final long from;
    private final long[] at;
    private volatile @Nullable Block next;

    Block(long from, long[] at) {
      this.from = from;
      this.at = at;
    }

    long end() {
      return from + at.length;
    }
  }

  /**
   * @param capacity how many may wait
   * @param countFrom start of the span that counts, in nanoseconds after the loop's start
   */
  public ArrivalQueue(Arrivals arrivals, int capacity, long countFrom, Timing timing) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a queue holds 1 arrival at least: " + capacity);
    }
    this.arrivals = arrivals;
    this.capacity = capacity;
    this.countFrom = countFrom;
    this.timing = timing;
    this.ringBits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
    this.takenAt = new AtomicReferenceArray<>(1 << Math.max(0, ringBits - CHUNK_BITS));
  }

  /**
   * Says when arrivals begin; before the loop starts.
   *
   * @param at a moment of {@link Timing#nanoTime}
   */
  public void startAt(long at) {
    startedAt = at;
  }

  @Override
  public Feed feed(int lane) {
    return call -> {
      boolean taken = take(timing.nanoTime() - startedAt, call);
      call.intendedAt += startedAt;
      return taken;
    };
  }

  @Override
  public boolean inOneOrder() {
    return true;
  }

  public Snapshot snapshot() {
    return snapshot(timing.nanoTime() - startedAt);
  }

  /**
   * Takes the arrival that has waited longest or, if none waits, the next one to come, ahead of its
   * time; false when all are gone.
   *
   * @param now nanoseconds after the loop's start
   * @param call filled; its intended time in nanoseconds after the loop's start
   */
  boolean take(long now, Call call) {
    while (true) {
      long before = passed.get();
      long from = before >>> 32;
      long taking = before & LOW;
      long fullUntil = fullUntil(taking);
      Block block = oldest;
      if (fullUntil == NOT_KNOWN_YET || from < block.from) {
        Thread.onSpinWait(); // other lanes are a whole queue ahead of one that notes its taking
        continue;
      }
      long number = from;
      block = holding(block, number);
      while (at(block, number) <= fullUntil) {
        number++;
        block = holding(block, number);
      }
      long at = at(block, number);
      boolean gone = at == Arrivals.NONE;
      if (gone && number == from) {
        return false;
      }
      long after = gone ? packed(number, taking) : packed(number + 1, taking + 1);
      if (!passed.compareAndSet(before, after)) {
        continue;
      }
      if (number > from) {
        countedShed.addAndGet(counted(number) - counted(from));
      }
      if (block.from > oldest.from) {
        oldest = block;
      }
      if (gone) {
        return false;
      }
      chunk(taking).set(place(taking), (now << 1) | lap(taking));
      call.number = number;
      call.intendedAt = at;
      call.waited = at <= now;
      call.counts = at >= countFrom;
      return true;
    }
  }

  public Snapshot snapshot(long now) {
    while (true) {
      long before = passed.get();
      long taken = before & LOW;
      long number = before >>> 32;
      long shed = number - taken;
      long shedAndCounted = countedShed.get();
      long waiting = 0;
      Block block = oldest;
      boolean consistent = number >= block.from;
      while (consistent) {
        block = holding(block, number);
        long at = at(block, number);
        if (at > now) {
          return new Snapshot(number, waiting, taken, shed, counted(number), shedAndCounted);
        }
        long fullUntil = waiting < capacity ? fullUntil(taken + waiting) : Long.MAX_VALUE;
        consistent = fullUntil != NOT_KNOWN_YET;
        if (at > fullUntil) {
          waiting++;
        } else {
          shed++;
          shedAndCounted += at >= countFrom ? 1 : 0;
        }
        number++;
      }
      Thread.onSpinWait(); // lanes have gone on in the meantime
    }
  }

  private static long packed(long passed, long taken) {
    return (passed << 32) | taken;
  }

  /** The last moment at which an arrival found no place, if it would be taken with that number. */
  private long fullUntil(long taking) {
    if (taking < capacity) {
      return -1; // before all arrivals
    }
    long back = taking - capacity;
    long noted = chunk(back).get(place(back));
    return (noted & 1) == lap(back) ? noted >> 1 : NOT_KNOWN_YET;
  }

  private AtomicLongArray chunk(long taking) {
    int index = (int) (taking & ((1L << ringBits) - 1)) >>> CHUNK_BITS;
    AtomicLongArray chunk = takenAt.get(index);
    if (chunk == null) {
      takenAt.compareAndSet(index, null, new AtomicLongArray(1 << Math.min(CHUNK_BITS, ringBits)));
      return chunk(taking);
    }
    return chunk;
  }

  private int place(long taking) {
    return (int) taking & ((1 << Math.min(CHUNK_BITS, ringBits)) - 1);
  }

  /** Differs from one round through the ring to the next, and is 1 in the first. */
  private long lap(long taking) {
    return ((taking >> ringBits) + 1) & 1;
  }

  private long counted(long arrived) {
    return Math.max(0, arrived - firstCounted);
  }

  private static long at(Block block, long number) {
    return block.at[(int) (number - block.from)];
  }

  private Block holding(Block from, long number) {
    Block block = from;
    while (number >= block.end()) {
      Block next = block.next;
      block = next == null ? compute(block) : next;
    }
    return block;
  }

  private synchronized Block compute(Block last) {
    Block there = last.next;
    if (there != null) {
      return there;
    }
    long from = last.end();
    if (from + BLOCK > LOW) {
      throw new IllegalStateException("an open loop makes at most " + (LOW - BLOCK) + " calls");
    }
    long[] at = new long[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      at[i] = arrivals.next();
      if (at[i] < latest) {
        throw new IllegalStateException(
            "arrivals must not go back in time: " + at[i] + " after " + latest);
      }
      latest = at[i];
      if (at[i] >= countFrom && firstCounted == Long.MAX_VALUE) {
        firstCounted = from + i;
      }
    }
    Block made = new Block(from, at);
    last.next = made;
    return made;
  }
}
