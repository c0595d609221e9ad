package dev.weir.study;

/**
 * A study that can't be used. The message is one line: where (file:line:column), what, and what to
 * do.
 */
public final class StudyException extends Exception {
  private static final long serialVersionUID = 1;

  public StudyException(String message) {
    super(message);
  }
}
