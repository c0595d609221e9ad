package dev.weir.runner;

import dev.weir.server.ServerException;
import java.io.IOException;

/** What is made different around a cell while it is measured, beside its factors. */
@FunctionalInterface
public interface Intervention {
  /** Everything is left as it is. */
  Intervention UNCHANGED = (cell, loadPid) -> () -> {};

  /** No process id: the load runs on another host. */
  long ELSEWHERE = -1;

  /**
   * Makes the difference for one trial.
   *
   * @param cell id of the cell that is measured next
   * @param loadPid the load process, {@link #ELSEWHERE} if it is not on this host
   * @return puts everything back
   * @throws IOException if it can't be made; the trial is then invalid
   */
  Restore apply(String cell, long loadPid)
      throws IOException, ServerException, InterruptedException;

  /** Whether it may be made and put back around every turn of a trial: nothing to speak of. */
  default boolean perTurn() {
    return this == UNCHANGED;
  }

  /** Puts back what was changed. */
  @FunctionalInterface
  interface Restore {
    void restore() throws IOException, ServerException, InterruptedException;
  }
}
