package dev.weir.cli;

import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs right below a folder, whatever became of them; nothing else that lies there. */
final class StoredRuns {
  private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{6}Z-[A-Za-z0-9._-]+");

  private StoredRuns() {}

  /**
   * One run.
   *
   * @param cells none if it has not got so far, or if they can't be read
   */
  record Stored(Path path, RunRecord run, List<CellRecord> cells) {
    String name() {
      return String.valueOf(path.getFileName());
    }

    String study() {
      return String.valueOf(run.study().get("name"));
    }

    /** Names of the hosts of client and server, the same one once. */
    String hosts() {
      Object server = run.server().host().get("hostname");
      String client = run.client().host();
      return server == null || server.equals(client) ? client : client + " → " + server;
    }

    boolean isFinished() {
      return run.endedAt() != null;
    }

    String state() {
      if (!isFinished()) {
        return "unfinished";
      }
      return run.verdict().valid() ? "valid" : "INVALID";
    }
  }

  /**
   * The runs, the oldest first: folders named as Weir names them, with a record that this Weir
   * reads. Links are not followed.
   *
   * @throws BadInput if the folder can't be read
   */
  static List<Stored> below(Path folder) throws BadInput {
    List<Stored> runs = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path path : entries.sorted().toList()) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
            && NAME.matcher(path.getFileName().toString()).matches()
            && Files.isRegularFile(path.resolve(RunFolder.RUN), LinkOption.NOFOLLOW_LINKS)) {
          add(runs, path);
        }
      }
    } catch (IOException e) {
      throw new BadInput("can't read " + folder + ": " + FileProblem.of(e));
    }
    runs.sort(Comparator.comparing((Stored stored) -> stored.run().startedAt()));
    return runs;
  }

  private static void add(List<Stored> runs, Path path) {
    try {
      RunFolder folder = RunFolder.open(path);
      RunRecord run = folder.run();
      runs.add(new Stored(path, run, cells(folder)));
    } catch (IOException e) {
      // Another schema's, or damaged: no run that this Weir knows.
    }
  }

  private static List<CellRecord> cells(RunFolder folder) {
    try {
      return RunFolder.holdsCells(folder.path()) ? folder.cells() : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }
}
