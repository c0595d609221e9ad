package dev.weir.study;

/** In which order a round measures its cells. */
public enum Order implements NamedChoice {
  /** Another one in each round, drawn from the study's seed: what drifts hits all cells alike. */
  RANDOM("random"),
  /**
   * The product of the factors, the first factor slowest, then the included cells: repeats a
   * benchmark that ran one cell after the other, with what that does to its figures.
   */
  AS_WRITTEN("asWritten");

  private final String yamlName;

  Order(String yamlName) {
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
