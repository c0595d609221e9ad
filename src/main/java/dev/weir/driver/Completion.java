package dev.weir.driver;

/** Told once how a call to the driver ended, on whatever thread that happens. */
public interface Completion {
  /**
   * The server acknowledged the whole batch.
   *
   * @param matched documents that the filters found, and documents inserted
   * @param modified documents that changed, were inserted or deleted; for a read, those returned
   */
  void acknowledged(long matched, long modified);

  /**
   * The call failed, wholly or in part.
   *
   * @param modified documents that the server is known to have changed all the same
   */
  void failed(Throwable cause, long modified);
}
