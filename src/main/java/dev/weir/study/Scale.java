package dev.weir.study;

/** How much of a study is run. */
public enum Scale implements NamedChoice {
  /** Cut down by its author to minutes on a small machine. */
  SCALED("scaled"),
  /** As it was asked: for hardware of one's own and hours. */
  FULL("full");

  private final String yamlName;

  Scale(String yamlName) {
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
