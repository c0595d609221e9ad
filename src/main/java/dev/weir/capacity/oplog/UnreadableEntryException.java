package dev.weir.capacity.oplog;

/** An entry is not of the form that oplogs are known to have. */
final class UnreadableEntryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableEntryException(String message) {
    super(message);
  }
}
