package dev.weir.study;

/** What one call to the driver does. */
public enum Operation implements NamedChoice {
  /** One {@code updateOne} or {@code replaceOne} per call. */
  SINGLE("single"),
  /** {@code bulkWrite} that stops at the first error. */
  BULK_ORDERED("bulkOrdered"),
  /** {@code bulkWrite} that goes on after an error. */
  BULK_UNORDERED("bulkUnordered"),
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
    return this == BULK_ORDERED || this == BULK_UNORDERED;
  }

  /** Whether a call is one or more updates of roles. */
  public boolean writes() {
    return bulk() || this == SINGLE;
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
