package dev.weir.runner.plan;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.HostSpeed;
import dev.weir.capacity.MeasuredCells;
import dev.weir.capacity.Observation;
import dev.weir.capacity.PlayedShare;
import dev.weir.capacity.Prediction;
import dev.weir.capacity.Quantity;
import dev.weir.capacity.Work;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadProcess;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialRecord;
import dev.weir.runner.HostWatch;
import dev.weir.runner.LoadMain;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.SnapshotHistory;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.workload.FlushSchedule;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A planned design at work, at shares of the predicted capacity, held against what the plan says:
 * one cell for each share.
 */
public final class PlayedPlan implements Measurement {
  /** What the plan predicts for each share, beside what was measured. */
  public static final String FILE = "played.json";

  /** Weir's own database for {@code weir plan --run}. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "plan";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double CONFIDENCE = 0.95;
  private static final long SEED = 1;

  private static final double NANOS = 1e9;

  /** If nobody knows how many documents were measured. */
  private static final int DOCUMENTS = 50_000;

  private final Design design;
  private final MeasuredCells measured;
  private final List<Double> shares;
  private final Consumer<PlayedShare> shown;
  private final Lengths lengths;

  /**
   * How long all takes.
   *
   * @param settle before a share is measured; a fresh JVM warms up in less, and what the server
   *     puts off, it puts off until a checkpoint
   * @param least measured of a share: two checkpoints, as a span shorter than from one to the next
   *     has one or has none
   * @param controlSettle of the cell that is measured again, which comes on a cold JVM at first
   * @param controlMeasure measured of it
   */
  record Lengths(Duration settle, Duration least, Duration controlSettle, Duration controlMeasure) {
    static final Lengths USUAL =
        new Lengths(
            Duration.ofSeconds(60),
            Duration.ofSeconds(120),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10));
  }

  /**
   * @param measured what the predictions rest on
   * @param shares of the predicted capacity, each above 0 and below 1
   * @param shown gets each share as it has been played
   */
  public PlayedPlan(
      Design design, MeasuredCells measured, List<Double> shares, Consumer<PlayedShare> shown) {
    this(design, measured, shares, shown, Lengths.USUAL);
  }

  PlayedPlan(
      Design design,
      MeasuredCells measured,
      List<Double> shares,
      Consumer<PlayedShare> shown,
      Lengths lengths) {
    this.lengths = lengths;
    this.design = design;
    this.measured = measured;
    this.shares = List.copyOf(shares);
    this.shown = shown;
  }

  @Override
  public Description description() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", "played-" + design.name());
    study.put("question", "Does a server carry what the plan says? " + design.question());
    study.put("design", JSON.convertValue(design, new TypeReference<Map<String, Object>>() {}));
    study.put("shares", shares);
    study.put("measuredOn", measured.host().title());
    return Description.of("played-" + design.name(), DATABASE, study, SEED);
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    List<PlayedShare> played = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    // An attached server keeps what it keeps, and is refused if that is not what was measured.
    Integer history = measured.host().historySeconds();
    try (SnapshotHistory kept = SnapshotHistory.keep(run.server(), history == null ? 0 : history)) {
      run.watch(LoadMain.LABEL, ProcessHandle.current().pid());
      for (double share : shares) {
        played.add(play(share, run, factors));
        shown.accept(played.get(played.size() - 1));
      }
    } catch (CapacityException e) {
      reasons.add(e.getMessage());
    }
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(factors, run.trials(), null, CONFIDENCE)) {
      List<String> notes = new ArrayList<>(cell.notes());
      notes.add(
          cell.id()
              + ": written at the players' pace; times are from a batch being ready until it is"
              + " acknowledged; client CPU is that of the players as well");
      cells.add(cell.withNotes(notes));
      cell.trials()
          .forEach(trial -> trial.reasons().forEach(why -> reasons.add(trial.cell() + ": " + why)));
    }
    return new Findings(
        1,
        cells,
        new RunRecord.Verdict(reasons.isEmpty(), reasons, List.of()),
        Map.of(FILE, played));
  }

  /** Plays as many players as make that share of the predicted capacity. */
  private PlayedShare play(double share, Run run, Map<String, Map<String, String>> factors)
      throws CapacityException, ServerException, IOException, InterruptedException {
    String driver = DriverKind.SYNC.yamlName();
    String cell = String.format(Locale.ROOT, "at%.0f", share * 100);
    run.mark("host before " + cell);
    HostSpeed before = speed(run);
    Prediction wanted = Prediction.at(share, design, measured, driver, before);
    List<WriteBehindTrial.Type> types = new ArrayList<>();
    for (int i = 0; i < wanted.threads().size(); i++) {
      types.add(type(wanted, wanted.design().documents().get(i), wanted.threads().get(i)));
    }
    factors.put(cell, factors(share, wanted, types));
    // At least a flush period: all begins clean. Then whole periods.
    double period = design.flush().period();
    Duration settle = seconds(Math.max((double) lengths.settle().toSeconds(), period));
    Duration measure = seconds(Math.ceil(lengths.least().toSeconds() / period) * period);
    Instant startedAt = run.clock().instant();
    run.mark("round 1 " + cell);
    HostWatch.Watched host = run.hostWatch().begin();
    WriteBehindTrial.Result got =
        new WriteBehindTrial(run, Timing.system(), LoadProcess.processCpu(), documentsOfEach())
            .run(types, settle, measure, SEED);
    host.kept();
    ServerSource source = run.server().facts().source();
    TrialRecord trial =
        got.trial(
            new TrialRecord.Identity(cell, 1, run.trials().size() + 1),
            startedAt,
            run.clock().instant(),
            settle,
            TrialValidity.counts(
                got.totals(), source.counts() ? got.serverUpdates() : null, source.isOurs()));
    run.add(trial);
    run.listener().trialEnded(trial, run.trials().size(), shares.size());
    run.mark("host after " + cell);
    HostSpeed after = speed(run);
    run.unmark();
    Prediction says = wanted.on(before.mean(after), measured, driver);
    return new PlayedShare(
        share,
        says.design().players(),
        Math.min(documentsOfEach(), (int) says.design().players()),
        before,
        after,
        says.documentsPerSecond(),
        got.documentsPerSecond(),
        says.writesPerUpdate(),
        got.writesPerUpdate(),
        says.serverCores(),
        got.serverCores(),
        says.clientCores(),
        got.clientCores(),
        says.p99Millis(),
        got.millis(99),
        got.totals().failedDocuments());
  }

  private Map<String, String> factors(
      double share, Prediction wanted, List<WriteBehindTrial.Type> types) {
    Cell first = types.get(0).cell();
    int threads = types.stream().mapToInt(type -> type.cell().inFlight()).sum();
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("share", String.format(Locale.ROOT, "%.0f%%", share * 100));
    factors.put("players", String.format(Locale.ROOT, "%.0f", wanted.design().players()));
    factors.put("driver", first.driver().yamlName());
    factors.put("operation", first.operation().toString());
    factors.put("batch", Integer.toString(design.flush().batch()));
    factors.put("inFlight", Integer.toString(threads));
    factors.put("writeConcern", design.durability().toString());
    return factors;
  }

  /** All types together are as many as were measured in one collection. */
  private int documentsOfEach() {
    return Math.max(1, documents() / design.documents().size());
  }

  private int documents() {
    Long documents = measured.host().documents();
    return documents == null ? DOCUMENTS : Math.toIntExact(documents);
  }

  private HostSpeed speed(Run run) throws CapacityException, ServerException, InterruptedException {
    Observation then = measured.nearest(design);
    Work work = then.work();
    Map<Factor<?>, Object> factors =
        factors(work.fields(), work.bytes(), (int) work.batch(), (int) work.inFlight());
    HostControl.Figures now =
        new HostControl(run, Timing.system(), documents())
            .measure(Cell.of(factors), lengths.controlSettle(), lengths.controlMeasure(), SEED);
    Double cpuThen = then.of(Quantity.SERVER_CPU);
    Double cpuNow = now.serverMicros();
    return new HostSpeed(
        now.documentsPerSecond() / then.documentsPerSecond(),
        cpuThen == null || cpuNow == null ? 1 : cpuNow / cpuThen);
  }

  private Map<Factor<?>, Object> factors(double fields, double bytes, int batch, int inFlight) {
    UpdateShape shape = design.replace() ? UpdateShape.REPLACE : UpdateShape.SET_FIELDS;
    boolean bulk = design.flush().batch() > 1;
    Map<Factor<?>, Object> factors = new TreeMap<>();
    factors.put(Factor.DRIVER, DriverKind.SYNC);
    factors.put(Factor.OPERATION, bulk ? Operation.BULK_UNORDERED : Operation.SINGLE);
    factors.put(Factor.BATCH, batch);
    factors.put(Factor.IN_FLIGHT, inFlight);
    factors.put(Factor.DOCUMENT, WriteBehindTrial.kind(fields, bytes, shape));
    factors.put(Factor.SHAPE, shape);
    factors.put(Factor.WRITE_CONCERN, design.durability());
    return factors;
  }

  private WriteBehindTrial.Type type(Prediction says, Design.DocumentType type, int threads) {
    Map<Factor<?>, Object> factors =
        factors(type.fields(), type.updateBytes(), design.flush().batch(), threads);
    Design.Flush flush = says.design().flush();
    return new WriteBehindTrial.Type(
        Cell.of(factors),
        (int) says.design().players(),
        type.updatesPerMinute() * design.peakFactor() / 60,
        schedule(flush),
        flush.policy() == Design.Policy.STAGGERED ? nanos(flush.linger()) : 0);
  }

  private static FlushSchedule schedule(Design.Flush flush) {
    return switch (flush.policy()) {
      case TIMER -> FlushSchedule.timer(nanos(flush.period()));
      case STAGGERED -> FlushSchedule.staggered(nanos(flush.period()));
      case COUNT -> FlushSchedule.count(flush.whenDirty(), nanos(flush.period()));
    };
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(nanos(seconds));
  }
}
