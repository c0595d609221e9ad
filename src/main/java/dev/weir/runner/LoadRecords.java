package dev.weir.runner;

import dev.weir.record.RunRecord;
import dev.weir.server.ServerUnderTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code run.json} of a load run. */
final class LoadRecords {
  private static final RunRecord.Verdict UNFINISHED =
      new RunRecord.Verdict(false, List.of("the run has not finished"), List.of());

  private final Map<String, Object> request;
  private final long seed;
  private final ServerUnderTest server;
  private final Instant startedAt;

  LoadRecords(Map<String, Object> request, long seed, ServerUnderTest server, Instant startedAt) {
    this.request = request;
    this.seed = seed;
    this.server = server;
    this.startedAt = startedAt;
  }

  RunRecord begun() {
    return record(null, 0, Map.of(), UNFINISHED);
  }

  RunRecord ended(Instant at, int rounds, Map<String, Object> capture, RunRecord.Verdict verdict) {
    return record(at, rounds, capture, verdict);
  }

  private RunRecord record(
      @Nullable Instant endedAt,
      int rounds,
      Map<String, Object> capture,
      RunRecord.Verdict verdict) {
    BuildInfo build = BuildInfo.read();
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        build.version(),
        build.commit(),
        build.dirty(),
        request,
        seed,
        null,
        Map.of(),
        server.facts(),
        ClientFactsReader.read(),
        startedAt.toString(),
        endedAt == null ? null : endedAt.toString(),
        rounds,
        capture,
        verdict);
  }
}
