package dev.weir.study;

/** Which driver carries the writes, and how its operations in flight are held. */
public enum DriverKind implements NamedChoice {
  /** The synchronous driver, one platform thread per operation in flight. */
  SYNC("sync"),
  /** The synchronous driver, one virtual thread per operation in flight (JDK 21 and later). */
  VIRTUAL("virtual"),
  /** The Reactive Streams driver, all operations in flight from its few I/O threads. */
  REACTIVE("reactive");

  private final String yamlName;

  DriverKind(String yamlName) {
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
