package dev.weir.study;

/** How an update becomes bytes. */
public enum Encoding implements NamedChoice {
  /** A fresh {@code Document} per update, encoded by the driver: what most applications do. */
  DOCUMENT("document"),
  /** BSON encoded beforehand and patched in place, so the driver only copies it. */
  RAW("raw");

  private final String yamlName;

  Encoding(String yamlName) {
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
