package dev.weir.driver.economy;

import com.mongodb.MongoException;
import java.util.SplittableRandom;

/**
 * Errors made up on the client's side, to show that nothing gets lost or doubled by them. One of
 * three, equally likely: a transient error after the writes of the first attempt, a commit whose
 * request never leaves, and a commit whose answer gets lost.
 */
public final class Faults {
  private final SplittableRandom random;
  private final double share;
  private int next = -1;

  /**
   * @param share of the operations that suffer one, from 0 to 1
   */
  public Faults(double share, SplittableRandom random) {
    this.share = share;
    this.random = random;
  }

  /** A new operation begins. */
  void begin() {
    next = share > 0 && random.nextDouble() < share ? random.nextInt(3) : -1;
  }

  /** After the writes of an attempt, before its commit. */
  void beforeCommit(int attempt) {
    if (next == 0 && attempt == 1) {
      throw labelled(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
    }
    if (next == 1) {
      throw labelled(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);
    }
  }

  /** After the commit was acknowledged. */
  void afterCommit() {
    if (next == 2) {
      throw labelled(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);
    }
  }

  private static MongoException labelled(String label) {
    MongoException fault = new MongoException("made up by --inject-errors");
    fault.addLabel(label);
    return fault;
  }
}
