package dev.weir.analysis.bottleneck;

import dev.weir.analysis.stats.OperationalLaws;
import dev.weir.record.CellRecord;
import dev.weir.record.DisturbanceRecord;
import dev.weir.record.Percentiles;
import dev.weir.record.RequestedRate;
import dev.weir.record.RunRecord;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import dev.weir.record.UpdateFields;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One trial as evidence: its own record, the timeline's rows in its measured span and the facts of
 * both sides. A figure that nobody sampled is null.
 */
final class TrialEvidence {
  private static final double PERCENT = 100;

  /** What {@link Operation#AWAIT} asks the server to wait. */
  private static final double AWAIT_MILLIS = 10;

  /** Standard deviations that a Poisson process's count may fall short of its mean by chance. */
  private static final double SIGMAS = 3;

  private final TrialRecord trial;
  private final Map<String, String> factors;
  private final RunRecord run;
  private final Figures measured;
  private final @Nullable Double pingMillis;
  private final Histogram calls;

  /**
   * @param measured rows of the measured spans
   * @param whole rows of the whole trial: the fastest ping in them is the one that queued least
   */
  TrialEvidence(
      CellRecord cell, TrialRecord trial, RunRecord run, Figures measured, Figures whole) {
    this.trial = trial;
    this.factors = cell.factors();
    this.run = run;
    this.measured = measured;
    this.pingMillis = whole.least("ping_rtt_ms");
    this.calls = Percentiles.merge(List.of(trial.serviceTimes().histogram()));
  }

  CellEvidence evidence() {
    return CellEvidence.of(demand())
        .with(cpu())
        .with(
            new CellEvidence.Path(
                trial.poolWaitMicros() / 1e3,
                ofAllClients(Factor.POOL),
                tripMillis(),
                new CellEvidence.Delays(
                    Objects.requireNonNullElse(number(Factor.LINK_MILLIS), 0.0),
                    operation(Operation.AWAIT) ? AWAIT_MILLIS : 0),
                serverMillis(),
                perCall(bytesPerSecond())))
        .with(storage())
        .with(cache())
        .with(
            new CellEvidence.Conflicts(
                perDocument(measured.mean("server_write_conflicts_per_s")), null))
        .with(replication())
        .with(generator());
  }

  private CellEvidence.Demand demand() {
    // The histogram times a call from before its check-out; its mean is what Little's law needs.
    double meanMillis = calls.getMean() / 1e6;
    return new CellEvidence.Demand(
        inFlight(),
        trial.rates().batchesPerSecond(),
        trial.documentsPerSecond(),
        Math.max(0, meanMillis - trial.poolWaitMicros() / 1e3),
        offered(),
        UpdateFields.of(ofTheCell()));
  }

  /** Without what an open loop adds to the cell's own. */
  private Map<String, String> ofTheCell() {
    Map<String, String> own = new LinkedHashMap<>(factors);
    own.keySet().removeAll(RequestedRate.ADDED);
    return own;
  }

  private boolean operation(Operation which) {
    return which.toString().equals(factors.get(Factor.OPERATION.yamlName()));
  }

  /** Of one call; an operation of the economy makes several. */
  private @Nullable Double serverMillis() {
    if (operation(Operation.AWAIT) || operation(Operation.ECONOMY)) {
      return null;
    }
    Double micros =
        measured.mean(
            operation(Operation.FIND_NEWEST)
                ? "server_reads_latency_us"
                : "server_writes_latency_us");
    return micros == null ? null : Double.valueOf(micros / 1e3);
  }

  private @Nullable Double bytesPerSecond() {
    Double megabytes = measured.mean("server_net_in_mb_per_s");
    return megabytes == null ? null : Double.valueOf(megabytes * 1e6);
  }

  /** Of a load that pauses by Little's law: its factor only says how many there may be. */
  private double inFlight() {
    return offered() == null && pauseMillis() == 0
        ? Objects.requireNonNullElse(ofAllClients(Factor.IN_FLIGHT), 1.0)
        : OperationalLaws.inFlight(trial.rates().batchesPerSecond(), calls.getMean() / 1e9);
  }

  /** Mean pause of a thread between two calls, 0 if it makes one after the other. */
  private double pauseMillis() {
    return Math.max(
        Objects.requireNonNullElse(number(Factor.CYCLE), 0.0),
        Objects.requireNonNullElse(number(Factor.THINK), 0.0));
  }

  /** Documents per second; null for a closed loop that pauses for less time than its calls take. */
  private @Nullable Double offered() {
    if (trial.saves() != null) {
      return trial.rates().documentsPerSecond(); // players ask for what is saved
    }
    double pause = pauseMillis();
    if (pause > 0) {
      // Interactive response time law: what threads ask for that pause between their calls.
      double threads = Objects.requireNonNullElse(ofAllClients(Factor.IN_FLIGHT), 1.0);
      double batch = Objects.requireNonNullElse(number(Factor.BATCH), 1.0);
      double call = calls.getMean() / 1e6;
      return pause < call ? null : Double.valueOf(atRandom(threads * batch * 1e3 / (pause + call)));
    }
    RequestedRate load = RequestedRate.of(factors);
    if (load == null || load.arrivals() == null) {
      return null;
    }
    return load.arrivals() == RequestedRate.Arrivals.POISSON
        ? Double.valueOf(atRandom(load.perSecond()))
        : Double.valueOf(load.perSecond());
  }

  /** Of operations that come at random, those that chance may leave. */
  private double atRandom(double rate) {
    double seconds = trial.measuredSeconds();
    double batch = Objects.requireNonNullElse(number(Factor.BATCH), 1.0);
    return seconds > 0 ? Math.max(0, rate - SIGMAS * Math.sqrt(rate * batch / seconds)) : rate;
  }

  /**
   * Pings queue behind the load for the same cores, so the fastest call may beat all of them. A
   * cell's delayed link is on the way of its load only, not of the pings.
   */
  private @Nullable Double tripMillis() {
    if (pingMillis == null) {
      return null;
    }
    double trip = pingMillis + Objects.requireNonNullElse(number(Factor.LINK_MILLIS), 0.0);
    return calls.getTotalCount() == 0 ? trip : Math.min(trip, calls.getMinValue() / 1e6);
  }

  private CellEvidence.Cpu cpu() {
    boolean shared = run.server().sharesClientHost();
    Double hostCores = serverCores();
    Double client = trial.cpu().clientMicros() * trial.documentsPerSecond() / 1e6;
    Double perDocument = trial.cpu().serverMicros();
    Double server =
        perDocument == null ? null : Double.valueOf(perDocument * trial.documentsPerSecond() / 1e6);
    Double busy = shared ? share(measured.mean("host_cpu_busy_pct")) : null;
    return new CellEvidence.Cpu(
        client,
        atMost(measured.mean("process_load_cores_allowed"), (double) run.client().logicalCores()),
        server,
        atMost(most("_cores_allowed"), hostCores),
        shared,
        busy,
        hostCores,
        waitingThreads(),
        // Of several members most threads serve no call but replicate: their waiting says little.
        measured.mean("process_mongod_waiting_threads"),
        sameCores(hostCores));
  }

  private @Nullable Double sameCores(@Nullable Double hostCores) {
    Double same = measured.mean("process_same_cores");
    return same == null || hostCores == null || same >= hostCores ? null : same;
  }

  private CellEvidence.Storage storage() {
    String concern = factors.getOrDefault("writeConcern", "");
    // A majority's acknowledgement implies the journal by default (writeConcernMajorityJournal…).
    boolean journaled = concern.endsWith("j") || concern.equals("majority");
    Double syncMillis = measured.mean("wt_log_sync_ms_per_s");
    Double syncs = measured.mean("wt_log_syncs_per_s");
    boolean local = run.server().sharesClientHost();
    return new CellEvidence.Storage(
        journaled,
        syncMillis == null || syncs == null || syncs <= 0
            ? null
            : Double.valueOf(syncMillis / syncs),
        local ? share(busiestDevice("_util_pct")) : null,
        local ? busiestDevice("_w_await_ms") : null,
        local ? busiestDevice("_aqu_sz") : null,
        null,
        syncMillis == null ? null : Double.valueOf(syncMillis / 1e3));
  }

  private CellEvidence.Cache cache() {
    Double waiting = measured.mean("wt_app_cache_wait_ms_per_s");
    Double reading = measured.mean("wt_app_page_read_ms_per_s");
    return new CellEvidence.Cache(
        share(measured.mean("wt_cache_used_pct")),
        share(measured.mean("wt_dirty_pct")),
        perCall(waiting == null || reading == null ? null : Double.valueOf(waiting + reading)),
        perDocument(measured.mean("wt_pages_read_per_s")));
  }

  private CellEvidence.Replication replication() {
    Double secondaries = measured.mean("repl_secondaries");
    Double held = measured.mean("flow_control_wait_ms_per_s");
    return new CellEvidence.Replication(
        secondaries == null ? dataMembers() : 1 + (int) Math.round(secondaries),
        perCall(measured.mean("server_wtime_ms_per_s")),
        held == null ? null : Double.valueOf(held / 1e3 / Math.max(1, inFlight())),
        measured.mean("repl_max_lag_s"));
  }

  private int dataMembers() {
    return switch (run.server().topology()) {
      case "psa" -> 2;
      case "pss" -> 3;
      default -> 1;
    };
  }

  private CellEvidence.Generator generator() {
    TrialMeasurement.Health health = trial.health();
    double millis = trial.measuredSeconds() * 1e3;
    if (health == null || millis <= 0) {
      return CellEvidence.Generator.NOT_MEASURED;
    }
    return new CellEvidence.Generator(
        health.lateMillis(),
        health.stealShare(),
        health.gcMillis() / millis,
        foreignCores(),
        health.throttledCores());
  }

  /**
   * What other processes of the client's host used in the turns that enter the figures; of a trial
   * at a stretch, in the whole run.
   */
  private @Nullable Double foreignCores() {
    double cores = 0;
    double millis = 0;
    for (TrialTurn turn : Objects.requireNonNullElse(trial.turns(), List.<TrialTurn>of())) {
      Double foreign = turn.foreignCores();
      if (turn.enters() && foreign != null) {
        double length = turn.span().toMillis() - turn.span().fromMillis();
        cores += foreign * length;
        millis += length;
      }
    }
    if (millis > 0) {
      return cores / millis;
    }
    DisturbanceRecord disturbance = run.disturbance();
    return disturbance == null ? ofTheTimeline() : disturbance.all().foreignCores();
  }

  /** In records from when nobody looked at processes: what is busy and not the client's. */
  private @Nullable Double ofTheTimeline() {
    Double busy = measured.mean("host_cpu_busy_pct");
    double client = trial.cpu().clientMicros() * trial.documentsPerSecond() / 1e6;
    return run.server().sharesClientHost() || busy == null
        ? null // follows from the host's CPU and both sides'
        : Double.valueOf(Math.max(0, busy / PERCENT * run.client().logicalCores() - client));
  }

  private @Nullable Double serverCores() {
    return run.server().host().get("cores") instanceof Number cores
        ? Double.valueOf(cores.doubleValue())
        : run.server().sharesClientHost() ? Double.valueOf(run.client().logicalCores()) : null;
  }

  /** The largest of the server's processes: they share their cores. */
  private @Nullable Double most(String suffix) {
    return of(
        measured.columns(suffix).stream()
            .filter(column -> column.startsWith("process_mongod"))
            .mapToDouble(column -> Objects.requireNonNull(measured.mean(column)))
            .max());
  }

  private @Nullable Double busiestDevice(String suffix) {
    return of(
        measured.columns(suffix).stream()
            .filter(column -> column.startsWith("iostat_"))
            .mapToDouble(column -> Objects.requireNonNull(measured.mean(column)))
            .max());
  }

  /** Of all load processes, which the timeline calls load, load2 and so on. */
  private @Nullable Double waitingThreads() {
    double[] waiting =
        measured.columns("_waiting_threads").stream()
            .filter(column -> column.startsWith("process_load"))
            .mapToDouble(column -> Objects.requireNonNull(measured.mean(column)))
            .toArray();
    return waiting.length == 0 ? null : Double.valueOf(Arrays.stream(waiting).sum());
  }

  /** A factor that holds for each client process, for all of them. */
  private @Nullable Double ofAllClients(Factor<Integer> factor) {
    Double each = number(factor);
    return each == null
        ? null
        : Double.valueOf(each * Objects.requireNonNullElse(number(Factor.CLIENTS), 1.0));
  }

  private @Nullable Double number(Factor<Integer> factor) {
    String text = factors.get(factor.yamlName());
    try {
      return text == null ? null : Double.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private @Nullable Double perDocument(@Nullable Double perSecond) {
    return perSecond == null || trial.documentsPerSecond() <= 0
        ? null
        : Double.valueOf(perSecond / trial.documentsPerSecond());
  }

  private @Nullable Double perCall(@Nullable Double perSecond) {
    return perSecond == null || trial.rates().batchesPerSecond() <= 0
        ? null
        : Double.valueOf(perSecond / trial.rates().batchesPerSecond());
  }

  private static @Nullable Double share(@Nullable Double percent) {
    return percent == null ? null : Double.valueOf(percent / PERCENT);
  }

  private static @Nullable Double atMost(@Nullable Double allowed, @Nullable Double cores) {
    if (allowed == null || cores == null) {
      return allowed == null ? cores : allowed;
    }
    return Math.min(allowed, cores);
  }

  private static @Nullable Double of(OptionalDouble value) {
    return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
  }
}
