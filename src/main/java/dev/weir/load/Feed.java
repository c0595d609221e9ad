package dev.weir.load;

/** What gives a lane its calls. */
@FunctionalInterface
interface Feed {
  /** Always another call. */
  Feed ENDLESS = () -> true;

  /**
   * Waits for the next call to be due; called when the one before was answered or failed.
   *
   * @return false if none will come any more
   */
  boolean next();
}
