package dev.weir.cli;

import dev.weir.capacity.PlayedRun;
import dev.weir.cli.StoredRuns.Stored;
import dev.weir.record.RunFolder;
import dev.weir.record.RunLock;
import dev.weir.report.PlainText;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
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

  private record Candidate(Stored stored, String why, long bytes) {}

  @Override
  public Integer call() throws BadInput {
    if (keep != null && keep < 1) {
      throw new BadInput("--keep must be at least 1");
    }
    List<Stored> runs = StoredRuns.below(folder);
    PrintWriter out = spec.commandLine().getOut();
    List<Candidate> candidates = new ArrayList<>();
    try {
      for (Map.Entry<Stored, String> one : useless(runs).entrySet()) {
        if (isWritten(one.getKey().path())) {
          out.println("left alone: " + one.getKey().name() + ": a Weir is writing it");
        } else {
          candidates.add(new Candidate(one.getKey(), one.getValue(), bytes(one.getKey().path())));
        }
      }
      for (Candidate one : candidates) {
        if (really) {
          remove(one.stored().path());
        }
        out.println(
            String.format(
                Locale.ROOT,
                "%s %s (%.1f MB): %s",
                really ? "removed" : "would remove",
                one.stored().name(),
                one.bytes() / 1e6,
                one.why()));
      }
    } catch (IOException e) {
      throw new BadInput(
          "can't remove all: " + FileProblem.withFile(e) + "; mend that and repeat the command");
    }
    double megabytes = candidates.stream().mapToLong(Candidate::bytes).sum() / 1e6;
    out.println(
        String.format(
            Locale.ROOT,
            "%d of %d runs, %.1f MB%s",
            candidates.size(),
            runs.size(),
            megabytes,
            really
                ? " removed"
                : candidates.isEmpty() ? ": nothing to remove" : "; --really removes them"));
    out.flush();
    return 0;
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
    // A played plan's plan.json is its answer, so it comes first.
    if (Files.exists(run.resolve(PlayedRun.NAME))) {
      return "unfinished; weir plan --resume could go on with it";
    }
    return Files.exists(run.resolve(RunFolder.PLAN))
        ? "unfinished; weir resume could go on with it"
        : "unfinished";
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
  private static void remove(Path run) throws IOException {
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
