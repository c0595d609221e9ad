package dev.weir.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of a run's record. */
public final class RecordFuzz {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordFuzz() {}

  /** One way to read a record. */
  @FunctionalInterface
  private interface Reading {
    @Nullable Object of(RunFolder folder) throws IOException;
  }

  public static List<FuzzTarget> targets() throws IOException {
    String run = JSON.writeValueAsString(Samples.run());
    String cells = JSON.writeValueAsString(List.of(Samples.cell("a", "1", 1_000)));
    String plan = JSON.writeValueAsString(new PlanRecord(Map.of("a", Map.of("inFlight", "1"))));
    String one = JSON.writeValueAsString(Samples.trial("a", 1, 100, List.of())) + "\n";
    String two = one + JSON.writeValueAsString(Samples.trial("b", 1, 9, List.of("x"))) + "\n";
    String later = run.replace("\"schemaVersion\":2", "\"schemaVersion\":3");
    return List.of(
        target("run", RunFolder.RUN, RunFolder::run, run, later),
        target("cells", RunFolder.CELLS, RunFolder::cells, cells),
        target("plan", RunFolder.PLAN, RunFolder::plan, plan),
        target("journal", RunFolder.JOURNAL, RunFolder::recoverJournal, one, two));
  }

  private static FuzzTarget target(String name, String file, Reading reading, String... good)
      throws IOException {
    Path results = Files.createTempDirectory(inMemory(), "weir-fuzz");
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "s");
    Path written = folder.file(file);
    List.of(results, folder.path(), folder.file(RunFolder.LATENCY), written)
        .forEach(path -> path.toFile().deleteOnExit()); // in reverse
    return new FuzzTarget(
        name,
        text -> {
          Files.writeString(written, text);
          reading.of(folder);
        },
        IOException.class,
        List.of(good));
  }

  /** A disk writes a truncated file out at once, which takes longer than reading it. */
  private static Path inMemory() {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
  }
}
