package dev.weir.study;

/** What one call to the driver does. */
public enum Operation implements NamedChoice {
  /** One document per call: {@code updateOne}, {@code insertOne} and their like. */
  SINGLE("single"),
  /** {@code bulkWrite} that stops at the first error. */
  BULK_ORDERED("bulkOrdered"),
  /** {@code bulkWrite} that goes on after an error. */
  BULK_UNORDERED("bulkUnordered"),
  /** {@code insertMany}, ordered as it is by default. */
  INSERT_MANY("insertMany"),
  /**
   * {@code bulkWrite} of the client over several collections, ordered as it is by default. MongoDB
   * 8.0 and later.
   */
  CLIENT_BULK("clientBulk"),
  /** The newest document of one type, by an index on type and date: one {@code find} per call. */
  FIND_NEWEST("findNewest"),
  /**
   * A command that the server answers after 10 ms without work, as a slow query looks to its
   * client: {@code hello} that awaits a change of topology. MongoDB 4.4 and later.
   */
  AWAIT("await10ms"),
  /**
   * An operation of the game economy: a purchase, a payment, a mail delivery, a role's status or a
   * shop's stock level, most of them a transaction of several documents. Paced per worker.
   */
  ECONOMY("economy");

  private final String yamlName;

  Operation(String yamlName) {
    this.yamlName = yamlName;
  }

  /** Whether a call carries a batch. */
  public boolean bulk() {
    return this == BULK_ORDERED
        || this == BULK_UNORDERED
        || this == INSERT_MANY
        || this == CLIENT_BULK;
  }

  /** Whether a call is one or more writes of documents. */
  public boolean writes() {
    return bulk() || this == SINGLE;
  }

  /** Whether the server stops at the first write of a call that fails. */
  public boolean ordered() {
    return this != BULK_UNORDERED;
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
