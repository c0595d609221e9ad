package dev.weir.study;

/** What a collection's blocks are compressed with on disk. */
public enum BlockCompressor implements NamedChoice {
  SNAPPY("snappy"),
  ZLIB("zlib"),
  ZSTD("zstd"),
  NONE("none");

  private final String yamlName;

  BlockCompressor(String yamlName) {
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
