package dev.weir.runner;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.CaptureCost;
import dev.weir.capture.CaptureSummary;
import dev.weir.load.process.JvmSettings;
import dev.weir.record.DisturbanceRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.study.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps {@code run.json}: when a run begins, when it has ended, and when it could not end. */
final class RunFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunFolder folder;
  private RunRecord begun;
  private boolean closed;

  RunFile(RunFolder folder, RunRecord begun) {
    this.folder = folder;
    this.begun = begun;
  }

  /**
   * Creates the run's folder.
   *
   * @param jvm what each load process is started with
   * @param notes what is known to limit its figures already
   */
  static RunFile begin(
      Measurement.Description about,
      ServerFacts server,
      Path results,
      Instant startedAt,
      JvmSettings jvm,
      List<String> notes)
      throws IOException {
    return new RunFile(
        RunFolder.create(results, startedAt, about.name()),
        RunRecord.begun(
            BuildInfo.read(),
            about.study(),
            about.seed(),
            about.baseline(),
            about.excluded(),
            server,
            ClientFactsReader.read(about.clients(), jvm),
            startedAt,
            notes));
  }

  RunFolder folder() {
    return folder;
  }

  synchronized RunRecord record() {
    return begun;
  }

  /** Writes the record of a run that has only begun. */
  synchronized void write() throws IOException {
    folder.write(RunFolder.RUN, begun);
  }

  /**
   * Writes what others on the host did so far: nothing else remembers it if the run is killed and
   * resumed.
   */
  synchronized void disturbed(DisturbanceRecord sofar) throws IOException {
    if (!closed) {
      begun = begun.withDisturbance(sofar);
      write();
    }
  }

  /** Writes the record of a run that has ended. */
  synchronized void write(RunRecord ended) throws IOException {
    closed = true;
    folder.write(RunFolder.RUN, ended);
  }

  /** Writes why the run could not end; without an end in its record it stays unfinished. */
  synchronized void failed(@Nullable String reason) {
    if (closed) {
      return;
    }
    closed = true;
    try {
      folder.write(RunFolder.RUN, begun.failed(Redaction.redact(String.valueOf(reason))));
    } catch (IOException e) {
      // The record of the beginning stays, which says that the run has not finished.
    }
  }

  /**
   * The record of the run when it has ended.
   *
   * @param captured null if nothing ran alongside
   */
  synchronized RunRecord ended(
      Instant at, int rounds, @Nullable CaptureSummary captured, RunRecord.Verdict verdict) {
    return begun.ended(at, rounds, captured == null ? Map.of() : captured(captured), verdict);
  }

  /** As it goes into the record, instants in ISO 8601. */
  private static Map<String, Object> captured(CaptureSummary summary) {
    List<Map<String, Object>> gaps = new ArrayList<>();
    summary
        .gaps()
        .forEach(
            gap ->
                gaps.add(
                    Map.of(
                        "sampler", gap.sampler(),
                        "from", gap.from().toString(),
                        "to", gap.to().toString(),
                        "samples", gap.samples(),
                        "reason", gap.reason())));
    Map<String, Object> captured = new LinkedHashMap<>();
    captured.put("samplers", summary.samplers());
    captured.put("missing", JSON.convertValue(summary.missing(), new TypeReference<>() {}));
    captured.put("gaps", gaps);
    captured.put("cost", cost(summary.cost()));
    return captured;
  }

  private static Map<String, Object> cost(CaptureCost cost) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("seconds", cost.seconds());
    all.put("cpuMillisPerSecond", cost.millisPerSecond());
    all.put("samplersMillisPerSecond", cost.samplersMillisPerSecond());
    all.put("toolsMillisPerSecond", cost.toolsMillisPerSecond());
    return all;
  }
}
