package dev.weir.load.process;

/**
 * The load process could not obey an order; one line says why. Costs the trial in hand, not the
 * run.
 */
public final class LoadFailure extends Exception {
  private static final long serialVersionUID = 1;

  public LoadFailure(String message) {
    super(message);
  }

  /** The line. */
  public String reason() {
    String message = getMessage();
    return message == null ? "the load process failed" : message;
  }
}
