package dev.weir.study;

/** When a game that changes documents in memory saves them. */
public enum FlushPolicy implements NamedChoice {
  /** It plays no game: calls follow each other. */
  NONE("none"),
  /** Each player's document at a moment of its own in every period. */
  STAGGERED("staggered"),
  /** All that changed, together, at the end of every period or when enough has changed. */
  ALL_AT_ONCE("allAtOnce");

  private final String yamlName;

  FlushPolicy(String yamlName) {
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
