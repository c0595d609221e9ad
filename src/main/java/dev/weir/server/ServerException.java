package dev.weir.server;

import dev.weir.study.Redaction;

/** No server under test, for a reason in one line: what, where, what to do. Never a secret. */
public final class ServerException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line; credentials are taken out of it
   */
  public ServerException(String message) {
    super(oneLine(message));
  }

  // No cause: its own message and stack trace could hold what was redacted here.
  private static String oneLine(String message) {
    return Redaction.redact(message).replaceAll("\\s*\\R\\s*", " ").strip();
  }
}
