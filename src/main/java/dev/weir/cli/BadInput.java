package dev.weir.cli;

/** The user's input can't be used: exit code 2. */
final class BadInput extends Exception {
  private static final long serialVersionUID = 1;

  BadInput(String message) {
    super(message);
  }

  /** As said by a reader of that input. */
  BadInput(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
