package dev.weir.driver;

import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A command that keeps its connection waiting at no cost to the server: {@code hello} with the
 * topology version already known is answered when that changes or the time is over. The drivers'
 * own monitors live on it since MongoDB 4.4 (Server Discovery and Monitoring specification).
 */
final class AwaitedHello {
  private static final Document HELLO = new Document("hello", 1);
  private static final String VERSION = "topologyVersion";

  private final long millis;
  private volatile @Nullable Document version;

  /**
   * @param millis how long the server waits
   */
  AwaitedHello(long millis) {
    this.millis = millis;
  }

  /** The command; the first one is answered at once, and {@link #learn} needs its answer. */
  Document command() {
    Document known = version;
    return known == null
        ? HELLO
        : new Document(HELLO).append(VERSION, known).append("maxAwaitTimeMS", millis);
  }

  /**
   * @throws UnsupportedOperationException if the server knows no topology version
   */
  void learn(Document answer) {
    if (!(answer.get(VERSION) instanceof Document known)) {
      throw new UnsupportedOperationException(
          "the server tells no topology version; awaiting needs MongoDB 4.4 or later");
    }
    version = known;
  }
}
