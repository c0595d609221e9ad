package dev.weir.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.workload.economy.EconomySize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cells of a study that play the game economy, each with its own factors. */
final class EconomyCells {
  /** A line for each trial: what each type of operation did, and what the audit found. */
  static final String FILE = "economy.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * While a JVM warms up, workers hardly wait between operations: as many calls as there is time.
   */
  private static final double WARM_UP_PER_SECOND = 1_000;

  private final Plan plan;
  private final Run run;
  private final EconomyTrials trials;

  EconomyCells(Plan plan, Run run) {
    this.plan = plan;
    this.run = run;
    this.trials = new EconomyTrials(run, true);
  }

  static boolean is(Cell cell) {
    return cell.operation() == Operation.ECONOMY;
  }

  private static EconomySize size(Cell cell) {
    return EconomySize.forWorkers(cell.inFlight());
  }

  /** As {@link EconomyTrials#reset}, in the size of that cell. */
  void reset(Cell cell) throws ServerException {
    trials.reset(size(cell));
  }

  /** Plays unmeasured and unpaced on that cell's world, which {@link #reset} made. */
  void warmUp(RunClients load, String id, Duration length)
      throws LoadFailure, InterruptedException {
    int seconds = (int) Math.max(1, length.toSeconds());
    load.all()
        .play(
            order(id, WARM_UP_PER_SECOND, plan.study().seed(), 0, seconds),
            length.plus(EconomyTrials.SLACK),
            event -> live(id, event));
  }

  /**
   * Plays a cell whose world is fresh, and audits it. Its ramp is as long as other trials may take
   * to settle.
   */
  TrialRecord measure(RunClients load, String id, int round, int place)
      throws IOException, InterruptedException {
    Study study = plan.study();
    Cell cell = plan.cell(id);
    EconomyTrials.Result result =
        trials.play(
            load,
            order(
                id,
                cell.inFlight() * 1e3 / cell.get(Factor.CYCLE),
                study.seed() * 31 + round * 1_009L + place,
                (int) study.trial().settleAtMost().toSeconds(),
                (int) Math.max(1, study.trial().measure().toSeconds())),
            round,
            place,
            event -> {
              live(id, event);
              if (event instanceof LoadEvent.Second second) {
                keepTimes(second, round);
              }
            });
    if (result.measurement() != null) {
      keep(id, round, result.measurement().efficiency(), result);
    }
    return result.record();
  }

  private LoadOrder.Economy order(String id, double rate, long seed, int ramp, int seconds) {
    Cell cell = plan.cell(id);
    return new LoadOrder.Economy(
        id,
        size(cell),
        cell.inFlight(),
        cell.get(Factor.CONNECTIONS) == ConnectionUse.SESSION ? 0 : cell.pool(),
        rate,
        0,
        true,
        seed,
        ramp,
        seconds);
  }

  private void live(String id, LoadEvent event) {
    if (event instanceof LoadEvent.Second second && second.number() > 0) {
      run.listener().rate(id, second.lines().stream().mapToDouble(line -> line.now()).sum());
    } else if (event instanceof LoadEvent.Measuring) {
      run.listener().measuring(id);
    }
  }

  private void keepTimes(LoadEvent.Second second, int round) {
    try {
      TrialRecords.keepTimes(run.folder(), second, round);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Drops the lines of trials that never reached the journal, and what a crash left half-written.
   *
   * @param trials those that are in the journal
   */
  static void keepTrials(RunFolder folder, List<TrialRecord> trials) throws IOException {
    Path file = folder.file(FILE);
    if (!Files.exists(file)) {
      return;
    }
    Map<List<Object>, String> kept = new LinkedHashMap<>();
    String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8); // it may be cut off
    for (String line : all.lines().toList()) {
      List<Object> trial = trial(line);
      if (trials.stream().anyMatch(t -> trial.equals(List.of(t.cell(), t.round())))) {
        kept.put(trial, line); // of several the last one is the journal's
      }
    }
    StringBuilder text = new StringBuilder();
    kept.values().forEach(line -> text.append(line).append('\n'));
    folder.writeText(FILE, text.toString());
  }

  /** The cell and the round of a line; nothing if it is not whole. */
  private static List<Object> trial(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      return List.of(json.path("cell").asText(), json.path("round").asInt());
    } catch (JsonProcessingException e) {
      return List.of();
    }
  }

  private void keep(String id, int round, double efficiency, EconomyTrials.Result result)
      throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("cell", id);
    line.put("round", round);
    line.put("efficiency", efficiency);
    line.put("measurement", result.measurement());
    line.put("audit", result.audit());
    Files.writeString(
        run.folder().file(FILE),
        JSON.writeValueAsString(line) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
