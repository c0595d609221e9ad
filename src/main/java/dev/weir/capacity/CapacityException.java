package dev.weir.capacity;

/** No plan can be made from this; one line says why, and what to measure or write instead. */
public final class CapacityException extends Exception {
  private static final long serialVersionUID = 1;

  public CapacityException(String message) {
    super(message);
  }
}
