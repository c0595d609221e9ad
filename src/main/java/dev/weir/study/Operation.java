package dev.weir.study;

/** What one call to the driver writes. */
public enum Operation implements NamedChoice {
  /** One {@code updateOne} or {@code replaceOne} per call. */
  SINGLE("single"),
  /** {@code bulkWrite} that stops at the first error. */
  BULK_ORDERED("bulkOrdered"),
  /** {@code bulkWrite} that goes on after an error. */
  BULK_UNORDERED("bulkUnordered");

  private final String yamlName;

  Operation(String yamlName) {
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
