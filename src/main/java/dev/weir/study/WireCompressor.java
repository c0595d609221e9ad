package dev.weir.study;

/** What messages between driver and server are compressed with, by what this JVM brings along. */
public enum WireCompressor implements NamedChoice {
  UNCOMPRESSED("uncompressed"),
  ZLIB("zlib");

  private final String yamlName;

  WireCompressor(String yamlName) {
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
