package dev.weir.runner;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.CaptureCost;
import dev.weir.capture.CaptureSummary;
import dev.weir.record.RunRecord;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the record of a run, before it starts and when it has ended. */
final class RunRecords {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RunRecords() {}

  /**
   * A run that has only begun.
   *
   * @param notes what is known to limit its figures already
   */
  static RunRecord begun(Plan plan, ServerUnderTest server, Instant startedAt, List<String> notes) {
    BuildInfo build = BuildInfo.read();
    Map<String, String> excluded = new LinkedHashMap<>();
    plan.excluded().forEach(e -> excluded.put(e.id(), e.reason()));
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        build.version(),
        build.commit(),
        build.dirty(),
        EffectiveStudy.of(plan.study()),
        plan.study().seed(),
        plan.baseline(),
        excluded,
        server.facts(),
        ClientFactsReader.read(plan.study().mostClients()),
        startedAt.toString(),
        null,
        0,
        Map.of(),
        new RunRecord.Verdict(false, List.of("the run has not finished"), notes));
  }

  /** The same run when it has ended, with what was captured alongside. */
  static RunRecord ended(
      RunRecord begun, Instant endedAt, int rounds, CaptureSummary captured, RunRecord.Verdict v) {
    return ended(begun, endedAt, rounds, captured(captured), v);
  }

  /**
   * The same run when it has ended.
   *
   * @param captured as it goes into the record; empty if nothing ran alongside
   */
  static RunRecord ended(
      RunRecord begun,
      Instant endedAt,
      int rounds,
      Map<String, Object> captured,
      RunRecord.Verdict v) {
    List<String> notes = new ArrayList<>(begun.verdict().notes());
    notes.addAll(v.notes());
    return new RunRecord(
        begun.schemaVersion(),
        begun.toolVersion(),
        begun.commit(),
        begun.dirty(),
        begun.study(),
        begun.seed(),
        begun.baseline(),
        begun.excluded(),
        begun.server(),
        begun.client(),
        begun.startedAt(),
        endedAt.toString(),
        rounds,
        captured,
        new RunRecord.Verdict(v.valid(), v.reasons(), notes));
  }

  /** As it goes into the record, instants in ISO 8601. */
  static Map<String, Object> captured(CaptureSummary summary) {
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
