package dev.weir.runner;

import dev.weir.capacity.PlayedRun;
import dev.weir.record.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How an unfinished run goes on. */
public final class Continuation {
  private Continuation() {}

  /**
   * The command that goes on with a run; its one argument is the run's folder. Null if none can.
   */
  public static @Nullable String command(Path run) {
    if (Files.exists(run.resolve(PlayedRun.NAME))) { // first: its plan.json is the answer
      return "weir plan --resume";
    }
    return Files.exists(run.resolve(RunFolder.PLAN)) ? "weir resume" : null;
  }

  /** What to do with a run that ended early, as the end of a sentence; null if it can't go on. */
  public static @Nullable String advice(Path run) {
    String command = command(run);
    return command == null ? null : "what is finished is safe, go on with: " + command + " " + run;
  }
}
