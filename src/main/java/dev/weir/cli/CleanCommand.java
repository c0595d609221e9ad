package dev.weir.cli;

import dev.weir.cli.StoredRuns.Stored;
import dev.weir.record.RunFolder;
import dev.weir.record.RunLock;
import dev.weir.report.PlainText;
import dev.weir.runner.Continuation;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code weir clean}: says which runs are of no use any more; removes them with {@code --really}.
 */
@Command(
    name = "clean",
    description = {
      "List the unfinished and invalid runs of a folder, and why they are useless.",
      "Only --really removes them. A folder that is not a run of Weir, or that a Weir "
          + "is writing, is never removed."
    },
    mixinStandardHelpOptions = true)
final class CleanCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder of the runs, for example results.")
  private Path folder;

  @Option(
      names = "--keep",
      paramLabel = "N",
      description = "Also list old valid runs: all but the newest N of each study on each host.")
  private @Nullable Integer keep;

  @Option(names = "--really", description = "Remove the listed runs.")
  private boolean really;

  private final Removal removal;

  /** Removes a run. */
  @FunctionalInterface
  interface Removal {
    void remove(Path run) throws IOException;
  }

  CleanCommand() {
    this(CleanCommand::remove);
  }

  CleanCommand(Removal removal) {
    this.removal = removal;
  }

  @Override
  public Integer call() throws BadInput {
    if (keep != null && keep < 1) {
      throw new BadInput("--keep must be at least 1");
    }
    List<Stored> runs = StoredRuns.below(folder);
    PrintWriter out = spec.commandLine().getOut();
    int found = 0;
    int failed = 0;
    long bytes = 0;
    for (Map.Entry<Stored, String> one : useless(runs).entrySet()) {
      Stored run = one.getKey();
      if (isWritten(run.path())) {
        out.println("left alone: " + run.name() + ": a Weir is writing it");
        continue;
      }
      try {
        long size = bytes(run.path());
        if (really) {
          removal.remove(run.path());
        }
        out.println(
            String.format(
                Locale.ROOT,
                "%s %s (%.1f MB): %s",
                really ? "removed" : "would remove",
                run.name(),
                size / 1e6,
                one.getValue()));
        found++;
        bytes += size;
      } catch (IOException e) {
        failed++;
        String what = really ? "weir: can't remove " : "weir: can't read ";
        spec.commandLine()
            .getErr()
            .println(
                what
                    + run.name()
                    + ": "
                    + FileProblem.withFile(e)
                    + "; mend that and repeat the command");
      }
    }
    out.println(
        String.format(
            Locale.ROOT,
            "%d of %d runs, %.1f MB%s",
            found,
            runs.size(),
            bytes / 1e6,
            really ? " removed" : found == 0 ? ": nothing to remove" : "; --really removes them"));
    out.flush();
    return failed == 0 ? 0 : Weir.FAILED;
  }

  /** Runs of no use with the reason, the oldest first. */
  private Map<Stored, String> useless(List<Stored> runs) {
    Map<Stored, String> useless = new LinkedHashMap<>();
    Map<String, Integer> newer = new HashMap<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      Stored run = runs.get(i);
      if (run.isFinished() && run.run().verdict().valid()) {
        newer.merge(run.study() + " on " + run.hosts(), 1, Integer::sum);
        if (keep != null && newer.getOrDefault(run.study() + " on " + run.hosts(), 0) > keep) {
          useless.put(run, "newer valid runs of " + run.study() + ": " + keep + " are kept");
        }
      } else if (run.isFinished()) {
        useless.put(
            run, "invalid: " + PlainText.line(String.join("; ", run.run().verdict().reasons())));
      } else {
        useless.put(run, unfinished(run.path()));
      }
    }
    return useless;
  }

  private static String unfinished(Path run) {
    String command = Continuation.command(run);
    return command == null ? "unfinished" : "unfinished; " + command + " could go on with it";
  }

  /** Whether some process has its lock; without a lock's file, none has. */
  private static boolean isWritten(Path run) {
    if (!RunLock.isThere(run)) {
      return false;
    }
    try (RunLock lock = RunLock.take(run)) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static long bytes(Path run) throws IOException {
    long[] sum = {0};
    Files.walkFileTree(
        run,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sum[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return sum[0];
  }

  /** Links are removed, never followed. The record goes last: until then it is a run of ours. */
  static void remove(Path run) throws IOException {
    Path record = run.resolve(RunFolder.RUN);
    try (RunLock lock = RunLock.take(run)) {
      Files.walkFileTree(
          run,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              if (!file.equals(record) && !RunLock.isOf(run, file)) {
                Files.delete(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                throws IOException {
              if (failure != null) {
                throw failure;
              }
              if (!folder.equals(run)) {
                Files.delete(folder);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    }
    Files.delete(record);
    Files.delete(run);
  }
}
