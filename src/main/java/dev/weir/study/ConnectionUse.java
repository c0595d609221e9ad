package dev.weir.study;

/** How a client comes to the connection of a call. */
public enum ConnectionUse implements NamedChoice {
  /** From the pool, and back. */
  POOLED("pooled"),
  /**
   * From the pool, which closes it afterwards as too old: {@code maxConnectionLifeTime} is one
   * millisecond, so calls have to take longer than that.
   */
  PER_CALL("perCall"),
  /** A client object of its own for each call, closed after it. Sync driver only. */
  CLIENT_PER_CALL("clientPerCall"),
  /** Each worker of the economy owns a client with one connection, as in session pooling. */
  SESSION("session");

  private final String yamlName;

  ConnectionUse(String yamlName) {
    this.yamlName = yamlName;
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
