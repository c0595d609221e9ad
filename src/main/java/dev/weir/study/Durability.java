package dev.weir.study;

/** What the server promises before it acknowledges. There is no {@code w:0}: it counts nothing. */
public enum Durability implements NamedChoice {
  /** Acknowledged by the primary: {@code w:1}. */
  W1("w1"),
  /** On the primary's journal: {@code w:1, j:true}. */
  W1_JOURNALED("w1j"),
  /** By a majority of data-bearing members: {@code w:majority}. */
  MAJORITY("majority"),
  /** On the journals of a majority: {@code w:majority, j:true}. */
  MAJORITY_JOURNALED("majorityj");

  private final String yamlName;

  Durability(String yamlName) {
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
