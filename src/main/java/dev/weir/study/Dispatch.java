package dev.weir.study;

/** Who does which task of a job, where there are tasks at all. */
public enum Dispatch implements NamedChoice {
  /** No tasks: each acknowledgement starts the next call, endlessly. */
  NONE("none"),
  /** The worker whose number is the task's object id modulo the number of workers. */
  MODULO("modulo"),
  /** One worker for each task. */
  TASK("task");

  private final String yamlName;

  Dispatch(String yamlName) {
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
