package dev.weir.capacity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.record.CellRecord;
import dev.weir.record.Whole;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code plan-<name>/plan.json}: a plan as it is kept, beside the runs that it rests on. */
public final class PlanFile {
  /** Its name in the plan's folder. */
  public static final String NAME = "plan.json";

  private static final String FOLDER = "plan-";

  /** A plan has some dozens of figures. */
  private static final long MOST_BYTES = 4L << 20;

  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private PlanFile() {}

  /**
   * Creates a plan's folder, if it is not there yet, and writes the plan.
   *
   * @param results folder of the runs
   * @return the plan's folder
   */
  public static Path write(Path results, PlanAnswer plan) throws IOException {
    Path folder = Files.createDirectories(results.resolve(FOLDER + plan.name()));
    String json = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(plan);
    Files.writeString(folder.resolve(NAME), json + "\n");
    return folder;
  }

  /**
   * Reads the plan in a folder.
   *
   * @throws IOException if there is none or it is damaged; one line says where
   */
  public static PlanAnswer read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
      throw new IOException(file + " is no capacity plan");
    }
    try {
      PlanAnswer plan = JSON.readValue(file.toFile(), PlanAnswer.class);
      String missing = Whole.missing(plan);
      if (missing != null) {
        throw new IOException(file + " is no capacity plan: '" + missing + "' is missing");
      }
      return plan;
    } catch (JsonProcessingException e) {
      throw new IOException(
          file + " is no capacity plan: " + e.getOriginalMessage().lines().findFirst().orElse(""),
          e);
    }
  }

  /**
   * The answer of a plan that was played, made from its run's folder; null if that is another run.
   *
   * @param cells of the run, with their verdicts
   * @throws IOException if what it keeps is damaged; one line says where
   */
  public static @Nullable PlanAnswer played(Path run, List<CellRecord> cells) throws IOException {
    PlayedRun played = played(run);
    return played == null || played.points().isEmpty() ? null : PlayedAnswer.of(played, cells);
  }

  /** What a played plan measured, also an interrupted one; null if a folder holds none. */
  public static @Nullable PlayedRun played(Path run) throws IOException {
    Path file = run.resolve(PlayedRun.NAME);
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
      return null;
    }
    try {
      // Plans of before played shares of a prediction, a list of them.
      return JSON.readTree(file.toFile()).isObject()
          ? JSON.readValue(file.toFile(), PlayedRun.class)
          : null;
    } catch (JsonProcessingException e) {
      throw new IOException(
          file + " is damaged: " + e.getOriginalMessage().lines().findFirst().orElse(""), e);
    }
  }

  /**
   * The plans beside a run's folder that rest on that run, by the names of their folders. A
   * neighbour that can't be read is none of this run's business.
   */
  public static List<PlanAnswer> restingOn(Path run) throws IOException {
    Path own = run.toAbsolutePath().normalize();
    Path results = own.getParent();
    String name = String.valueOf(own.getFileName());
    List<PlanAnswer> plans = new ArrayList<>();
    if (results == null) {
      return plans;
    }
    List<Path> sorted = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(results, FOLDER + "*")) {
      folders.forEach(sorted::add);
    }
    sorted.sort(null);
    for (Path folder : sorted) {
      try {
        PlanAnswer plan = read(folder);
        if (plan.from().contains(name)) {
          plans.add(plan);
        }
      } catch (IOException e) {
        // It is not of this run, as far as anybody can tell.
      }
    }
    return plans;
  }
}
