package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.util.Arrays;

/**
 * Whose documents the writes of one lane concern, in one collection. What is updated is there, what
 * is inserted is not, what is deleted is deleted once: counts follow from the keys alone.
 *
 * <p>Where documents are deleted each lane has documents of its own, in order of age: it deletes
 * the oldest, adds at the young end, and updates those in between which were there before the call,
 * in whatever order the server takes the writes of one call.
 */
class WriteKeys {
  /** Keys that one lane may take in one trial before they meet those of another trial's. */
  private static final int FRESH_BITS = 32;

  private final Keys chosen;
  private final long freshBase;
  private final int lanes;
  private long freshTaken;

  /**
   * @param chosen documents that are there
   * @param freshBase the lane's first fresh key
   * @param lanes distance of a lane's fresh keys
   */
  WriteKeys(Keys chosen, long freshBase, int lanes) {
    this.chosen = chosen;
    this.freshBase = freshBase;
    this.lanes = lanes;
  }

  /** Only documents that are there, as somebody else chooses them. */
  static WriteKeys present(Keys chosen) {
    return new WriteKeys(chosen, Long.MAX_VALUE, 0);
  }

  /**
   * The keys of one lane of a cell.
   *
   * @param lane index among those of all the cell's clients
   * @param seed of the trial; fresh keys of different seeds don't meet
   */
  static WriteKeys of(Cell cell, Keys chosen, int documents, int lane, int lanes, long seed) {
    long base = freshBase(seed) + lane;
    if (cell.write().removes()) {
      return new Owned(chosen, base, documents, lane, lanes);
    }
    if (cell.get(Factor.UNCHANGED) == 0) {
      return new WriteKeys(chosen, base, lanes);
    }
    if (documents < lanes) {
      throw new IllegalArgumentException(
          "unchangedPercent needs a document for each of the " + lanes + " calls in flight");
    }
    // Nobody else may change a document between a save and the same save again.
    return new WriteKeys(() -> own(chosen.next(), documents, lane, lanes), base, lanes);
  }

  private static long own(long key, int documents, int lane, int lanes) {
    long own = key / lanes * lanes + lane;
    return own < documents ? own : own - lanes;
  }

  /** Above all keys of the first documents; the seed decides the upper bits. */
  private static long freshBase(long seed) {
    long hash = (seed ^ (seed >>> 31)) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 29)) * 0xBF58476D1CE4E5B9L; // mix13 of Stafford, as SplittableRandom
    return ((hash >>> (FRESH_BITS + 2)) + 1) << FRESH_BITS;
  }

  /**
   * A call begins.
   *
   * @param writes of this collection in it, at most
   */
  void beginCall(int writes) {}

  /** A document that is there. */
  long present() {
    return chosen.next();
  }

  /** A key that no document has; a document with it is there after the call. */
  long fresh() {
    return freshBase + lanes * freshTaken++;
  }

  /** A document that is there and is not after the call. */
  long doomed() {
    throw new IllegalStateException("a lane deletes its own documents only");
  }

  /** A lane that has documents of its own. */
  private static final class Owned extends WriteKeys {
    private final Keys chosen;
    private long[] ring;
    private long oldest;
    private long end;
    private long firstToStay;
    private long endBefore;

    Owned(Keys chosen, long freshBase, int documents, int lane, int lanes) {
      super(chosen, freshBase, lanes);
      this.chosen = chosen;
      this.ring = new long[Integer.highestOneBit(Math.max(1, documents / lanes)) * 2];
      for (long key = lane; key < documents; key += lanes) {
        add(key);
      }
    }

    @Override
    void beginCall(int writes) {
      firstToStay = oldest + writes;
      endBefore = end;
    }

    @Override
    long present() {
      long staying = endBefore - firstToStay;
      if (staying <= 0) {
        throw new NoDocumentsLeftException();
      }
      return ring[place(firstToStay + chosen.next() % staying)];
    }

    @Override
    long fresh() {
      long key = super.fresh();
      add(key);
      return key;
    }

    @Override
    long doomed() {
      if (oldest >= endBefore) {
        throw new NoDocumentsLeftException();
      }
      return ring[place(oldest++)];
    }

    private void add(long key) {
      if (end - oldest == ring.length) {
        long[] wider = Arrays.copyOf(ring, ring.length * 2);
        for (long i = oldest; i < end; i++) {
          wider[(int) (i & (wider.length - 1))] = ring[place(i)];
        }
        ring = wider;
      }
      ring[place(end)] = key;
      end++;
    }

    private int place(long index) {
      return (int) (index & (ring.length - 1));
    }
  }
}
