package dev.weir.study;

/** What a study writes to. */
public enum Target implements NamedChoice {
  /** The deployment under test. */
  MONGODB("mongodb"),
  /** A server of our own that acknowledges without work; its figures bound the client. */
  NULL_SERVER("nullServer");

  private final String yamlName;

  Target(String yamlName) {
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
