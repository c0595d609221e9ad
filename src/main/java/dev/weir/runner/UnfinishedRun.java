package dev.weir.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capacity.PlayedRun;
import dev.weir.load.process.JvmSettings;
import dev.weir.record.LatencyLog;
import dev.weir.record.PlanRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A run that ended before it was complete: what was planned, and what is on disk of it. */
public final class UnfinishedRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunFolder folder;
  private final RunRecord record;
  private final Plan plan;

  private UnfinishedRun(RunFolder folder, RunRecord record, Plan plan) {
    this.folder = folder;
    this.record = record;
    this.plan = plan;
  }

  /**
   * Reads what was planned; changes nothing.
   *
   * @throws IOException if the folder is no run, or one that is complete or can't be resumed; one
   *     line says which
   */
  public static UnfinishedRun open(Path path) throws IOException {
    RunFolder folder = RunFolder.open(path);
    RunRecord record = folder.run();
    if (record.endedAt() != null) {
      throw new IOException(path + " is complete; see: weir report " + path);
    }
    if (Files.exists(folder.file(PlayedRun.NAME))) {
      throw new IOException(path + " is a played plan; go on with: weir plan --resume " + path);
    }
    PlanRecord cells = folder.plan();
    if (cells == null) {
      throw new IOException(
          path + " keeps no " + RunFolder.PLAN + " and so can't be resumed; run it again");
    }
    return new UnfinishedRun(folder, record, plan(folder, record, cells));
  }

  private static Plan plan(RunFolder folder, RunRecord record, PlanRecord cells)
      throws IOException {
    try {
      // What a run records of its study are the keys of a study file, and JSON is YAML.
      Study study =
          StudyReader.parse(
              folder.file(RunFolder.RUN).toString(), JSON.writeValueAsString(record.study()));
      Map<String, Cell> planned = new LinkedHashMap<>();
      cells.cells().forEach((id, factors) -> planned.put(id, Cell.parse(factors)));
      List<Plan.Excluded> excluded = new ArrayList<>();
      record.excluded().forEach((id, reason) -> excluded.add(new Plan.Excluded(id, reason)));
      return new Plan(study, planned, excluded, record.baseline());
    } catch (StudyException | IllegalArgumentException | JsonProcessingException e) {
      throw new IOException(folder.path() + " was planned by another Weir: " + e.getMessage(), e);
    }
  }

  public RunFolder folder() {
    return folder;
  }

  public Plan plan() {
    return plan;
  }

  /** How the server was found. */
  public ServerSource serverSource() {
    return record.server().source();
  }

  /** What is no longer as it was when the run began, one line each. */
  public List<String> differences(ServerUnderTest server) {
    List<String> differences = new ArrayList<>(FactsCheck.server(record.server(), server.facts()));
    differences.addAll(
        FactsCheck.client(
            record.client(),
            ClientFactsReader.read(plan.study().mostClients(), JvmSettings.USUAL)));
    differences.addAll(FactsCheck.tool(record.tool(), BuildInfo.read()));
    return differences;
  }

  /**
   * The trials on disk; what a crash left half-written is cut off, and the captures of the session
   * before are put aside. Only for who holds the run's lock.
   *
   * @throws IOException if the journal is damaged, or names cells that are not planned
   */
  List<TrialRecord> recover() throws IOException {
    List<TrialRecord> trials = folder.recoverJournal();
    for (TrialRecord trial : trials) {
      if (!plan.cells().containsKey(trial.cell())) {
        throw new IOException(
            folder.file(RunFolder.JOURNAL)
                + " holds a trial of "
                + trial.cell()
                + ", no cell of the plan");
      }
    }
    Map<String, Set<Integer>> rounds = new HashMap<>();
    plan.cells().keySet().forEach(cell -> rounds.put(cell, new TreeSet<>()));
    trials.forEach(
        trial -> rounds.computeIfAbsent(trial.cell(), cell -> new TreeSet<>()).add(trial.round()));
    LatencyLog.keepRounds(folder, rounds);
    EconomyCells.keepTrials(folder, trials);
    CellLimits.putCaptureAside(folder);
    return trials;
  }

  /** The record with which the run goes on. */
  RunRecord resumed(Instant at, int trials, ServerUnderTest server) {
    List<String> notes = new ArrayList<>(record.verdict().notes());
    notes.add("resumed " + at + " with " + trials + " trials on disk");
    differences(server).forEach(line -> notes.add("resumed although " + line));
    return record.resumed(notes);
  }
}
