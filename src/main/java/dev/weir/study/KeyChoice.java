package dev.weir.study;

/** Which documents the updates hit. */
public enum KeyChoice implements NamedChoice {
  /** Every document equally likely. */
  UNIFORM("uniform"),
  /** In order of the key, each lane its own stride. */
  SEQUENTIAL("sequential"),
  /** A few documents take most updates; Zipf's law with exponent 0.99, scattered over the keys. */
  ZIPFIAN("zipfian");

  private final String yamlName;

  KeyChoice(String yamlName) {
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
