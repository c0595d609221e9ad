package dev.weir.runner;

/**
 * The load process could not do what it was told; one line says why. Costs the trial in hand, not
 * the run.
 */
final class LoadFailure extends Exception {
  private static final long serialVersionUID = 1;

  LoadFailure(String message) {
    super(message);
  }

  /** The line. */
  String reason() {
    String message = getMessage();
    return message == null ? "the load process failed" : message;
  }
}
