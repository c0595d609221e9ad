package dev.weir.workload;

import dev.weir.study.KeyChoice;
import java.util.SplittableRandom;
import org.hipparchus.random.RandomDataGenerator;

/** The sequence of {@code _id}s that one lane updates: 0 to documents − 1. Not thread-safe. */
@FunctionalInterface
public interface Keys {
  /**
   * Exponent of the Zipfian choice, the constant of Gray et al., <em>Quickly generating
   * billion-record synthetic databases</em> (SIGMOD 1994), which YCSB uses too.
   */
  double ZIPF_EXPONENT = 0.99;

  /** The next key. */
  long next();

  /**
   * @param documents number of documents
   * @param lane index of the lane, from 0
   * @param lanes number of lanes; sequential lanes interleave and so cover all documents together
   * @param seed seed of the lane's choices
   */
  static Keys of(KeyChoice choice, int documents, int lane, int lanes, long seed) {
    return switch (choice) {
      case UNIFORM -> {
        SplittableRandom random = new SplittableRandom(seed);
        yield () -> random.nextInt(documents);
      }
      case SEQUENTIAL -> new Sequential(documents, lane, lanes);
      case ZIPFIAN -> {
        RandomDataGenerator random = new RandomDataGenerator(seed);
        yield () -> scatter(random.nextZipf(documents, ZIPF_EXPONENT), documents);
      }
    };
  }

  /** Spreads ranks over the keys, so that hot documents are not neighbours in the B-tree. */
  private static long scatter(int rank, int documents) {
    long hash = rank * 0x9E3779B97F4A7C15L; // Fibonacci hashing, Knuth, TAOCP vol. 3, 6.4
    return Math.floorMod(hash ^ (hash >>> 32), (long) documents);
  }

  /** A lane's stride through all keys. */
  final class Sequential implements Keys {
    private final int documents;
    private final int lanes;
    private long next;

    Sequential(int documents, int lane, int lanes) {
      this.documents = documents;
      this.lanes = lanes;
      this.next = lane % documents;
    }

    @Override
    public long next() {
      long key = next;
      next = (next + lanes) % documents;
      return key;
    }
  }
}
