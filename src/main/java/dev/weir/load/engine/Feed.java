package dev.weir.load.engine;

/** What gives a lane its calls, and says when each was intended. */
@FunctionalInterface
public interface Feed {
  /** Always another call, at once. */
  Feed ENDLESS = call -> true;

  /**
   * Says what the next call is; the lane then prepares it and waits for its moment. Asked when the
   * call before was answered or failed; may itself wait until it is known what comes next.
   *
   * @param call to be filled
   * @return false if none will come any more
   */
  boolean next(Call call);
}
