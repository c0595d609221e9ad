package dev.weir.driver;

/** Learns once how a call to the driver ended, on whatever thread that happens. */
public interface Completion {
  /**
   * The server acknowledged the whole batch.
   *
   * @param done what it says it did
   */
  void acknowledged(Written done);

  /**
   * The call failed, wholly or in part.
   *
   * @param done what the server is known to have done all the same
   */
  void failed(Throwable cause, Written done);
}
