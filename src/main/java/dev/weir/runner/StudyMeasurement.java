package dev.weir.runner;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdicts;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.Precision;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.PlanRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.Span;
import dev.weir.record.TrialRecord;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Target;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A planned study: rounds of one trial per cell, measured in turns, each round on a fresh JVM,
 * until its claims are settled or, without claims, every interval is narrow enough, the rounds are
 * used up or the time is over.
 */
public final class StudyMeasurement implements Measurement {
  private final Plan plan;
  private final Intervention intervention;

  public StudyMeasurement(Plan plan) {
    this(plan, Intervention.UNCHANGED);
  }

  /**
   * @param intervention what is made different around each trial
   */
  public StudyMeasurement(Plan plan, Intervention intervention) {
    this.plan = plan;
    this.intervention = intervention;
  }

  /** Name of the database that a study writes to. */
  public static String database(Study study) {
    return DatabaseGuard.PREFIX + study.name();
  }

  @Override
  public Description description() {
    // What is done around cells can't be recorded, and so not be resumed.
    boolean resumable = intervention == Intervention.UNCHANGED;
    return describe(plan, resumable ? new PlanRecord(factors(plan)) : null, true);
  }

  /** What the record of any run of a plan says before it is measured. */
  public static Description describe(Plan plan, @Nullable PlanRecord resumable, boolean captured) {
    Map<String, String> excluded = new LinkedHashMap<>();
    plan.excluded().forEach(e -> excluded.put(e.id(), e.reason()));
    return new Description(
        plan.study().name(),
        database(plan.study()),
        EffectiveStudy.of(plan.study()),
        plan.study().seed(),
        plan.baseline(),
        excluded,
        plan.study().mostClients(),
        resumable,
        false,
        captured);
  }

  /** The factors of each planned cell. */
  public static Map<String, Map<String, String>> factors(Plan plan) {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    plan.cells().forEach((id, cell) -> factors.put(id, cell.factors()));
    return factors;
  }

  @Override
  public void require(ServerUnderTest server) throws ServerException {
    if (plan.cells().values().stream().anyMatch(EconomyCells::is)) {
      EconomyTrials.requireTransactions(server);
    }
    SavingCells.require(plan, server);
    CellConditions.requireHistories(plan, server);
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    try (DelayedLink link = DelayedLink.open(plan, run.server());
        NullServerProcess warmUpServer = warmUpServer(run)) {
      CellConditions conditions = new CellConditions(plan, run.server(), link, intervention);
      return measure(run, new Rounds(plan, run, link.uri(), warmUpServer, conditions));
    }
  }

  /** A JVM is warmed on the null server, where a second holds ten times the calls. */
  private @Nullable NullServerProcess warmUpServer(Run run) throws ServerException {
    // It listens on this host's loopback.
    return plan.study().target() == Target.NULL_SERVER || !run.clientsHere()
        ? null
        : NullServerProcess.start(plan.study().topology().replicated());
  }

  private Findings measure(Run run, Rounds rounds)
      throws ServerException, IOException, InterruptedException {
    Study study = plan.study();
    Precision precision = new Precision(study.precision());
    List<CellRecord> cells = List.of();
    // Warm-ups and the time between sessions are not journalled and so not counted.
    Map<Integer, Duration> earlier = trialTimes(run.trials());
    Duration spent = earlier.values().stream().reduce(Duration.ZERO, Duration::plus);
    Duration longest = earlier.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
    Instant begun = run.clock().instant();
    int round = 0;
    while (round < study.rounds().max()) {
      Instant before = run.clock().instant();
      round++;
      if (!complete(round, run.trials())) {
        Duration sofar = spent.plus(Duration.between(begun, before));
        if (round > study.rounds().min() && sofar.plus(longest).compareTo(study.budget()) > 0) {
          round--;
          run.listener()
              .note(
                  "time budget of "
                      + study.budget().toSeconds()
                      + " s used after "
                      + round
                      + " rounds");
          break;
        }
        run.listener().roundStarted(round, study.rounds().max());
        rounds.run(round);
        Duration took = Duration.between(before, run.clock().instant());
        longest = took.compareTo(longest) > 0 ? took : longest;
      }
      cells = summarise(round, run.trials());
      run.folder().write(RunFolder.CELLS, cells);
      if (round >= study.rounds().min() && enough(precision, run, cells)) {
        break;
      }
    }
    return new Findings(round, cells, StudyVerdict.of(plan, cells));
  }

  /** How long the trials of each round took together: those that took turns lie in each other. */
  private static Map<Integer, Duration> trialTimes(List<TrialRecord> trials) {
    Map<Integer, Duration> rounds = new HashMap<>();
    Map<Integer, Long> counted = new HashMap<>();
    for (TrialRecord trial :
        trials.stream()
            .sorted(Comparator.comparingLong(t -> t.span().whole().fromMillis()))
            .toList()) {
      Span whole = trial.span().whole();
      long from = Math.max(whole.fromMillis(), counted.getOrDefault(trial.round(), 0L));
      // A clock that was set back makes a trial of negative length.
      long millis = Math.max(0, whole.toMillis() - from);
      rounds.merge(trial.round(), Duration.ofMillis(millis), Duration::plus);
      counted.merge(trial.round(), whole.toMillis(), Math::max);
    }
    return rounds;
  }

  /** A study that claims something is over when its claims are settled, else when it is precise. */
  private static boolean enough(Precision precision, Run run, List<CellRecord> cells)
      throws IOException {
    try {
      List<ClaimVerdict> claims = ClaimVerdicts.of(run.begun(), cells);
      return claims.stream().allMatch(c -> c.verdict() == ClaimVerdict.Verdict.NOT_TESTABLE)
          ? precision.judge(intervals(cells)).done()
          : ClaimVerdicts.settled(claims);
    } catch (StudyException e) {
      throw new IOException(e.getMessage(), e); // this very run wrote them
    }
  }

  private static Map<String, @Nullable Interval> intervals(List<CellRecord> cells) {
    Map<String, @Nullable Interval> intervals = new LinkedHashMap<>();
    cells.forEach(cell -> intervals.put(cell.id(), cell.documentsPerSecond()));
    return intervals;
  }

  private boolean complete(int round, List<TrialRecord> trials) {
    return trials.stream().filter(t -> t.round() == round).count() == plan.cells().size();
  }

  /**
   * As the cells stood after that round, so that a resumed run decides what an unbroken one did.
   */
  private List<CellRecord> summarise(int round, List<TrialRecord> trials) {
    List<TrialRecord> until = trials.stream().filter(t -> t.round() <= round).toList();
    return CellSummaries.of(factors(plan), until, plan.baseline(), plan.study().confidence());
  }
}
