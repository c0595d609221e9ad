package dev.weir.study.sample;

/** A sample that can't be used. The message is one line; the reader of the file adds the place. */
public final class SampleException extends Exception {
  private static final long serialVersionUID = 1;

  public SampleException(String message) {
    super(message);
  }
}
