package dev.weir.study;

/** What the secondaries of a replica set do while a cell is measured. */
public enum SecondaryState implements NamedChoice {
  /** They replicate. */
  RUNNING("running"),
  /** They are shut down before the trial and started again after it. */
  STOPPED("stopped");

  private final String yamlName;

  SecondaryState(String yamlName) {
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
