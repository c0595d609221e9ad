package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * One trial: one cell measured once. An invalid one is kept with its reasons and enters no figure.
 *
 * @param identity which cell, and when among the others
 * @param span when it ran, and when it was measured
 * @param rates what the measured span carried
 * @param counts documents over the whole trial, settling included
 * @param server the server's own view
 * @param serviceTimes of the measured span
 * @param cpu CPU per document over the measured span
 * @param pool the driver's pool, null where nothing counted it
 * @param health how the generator fared, null where nothing watched it
 * @param reasons why the trial enters no figures, none if it is valid
 * @param clients each client's part where there were several, else null
 * @param queues how evenly jobs fell on queue workers; null without jobs
 * @param turns that it is the sum of, in the order made; null if it was measured at a stretch
 * @param saves what a fault cost a game that saves what its players change; null without a game
 */
@RecordBuilder
public record TrialRecord(
    Identity identity,
    TrialSpan span,
    Throughput rates,
    Totals counts,
    Server server,
    Times serviceTimes,
    CpuPerDocument cpu,
    TrialMeasurement.@Nullable Pool pool,
    TrialMeasurement.@Nullable Health health,
    List<String> reasons,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientShares clients,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable QueueSkew queues,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<TrialTurn> turns,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SaveFigures saves)
    implements TrialRecordBuilder.With {

  /** A trial measured at a stretch. */
  public TrialRecord(
      Identity identity,
      TrialSpan span,
      Throughput rates,
      Totals counts,
      Server server,
      Times serviceTimes,
      CpuPerDocument cpu,
      TrialMeasurement.@Nullable Pool pool,
      TrialMeasurement.@Nullable Health health,
      List<String> reasons,
      @Nullable ClientShares clients,
      @Nullable QueueSkew queues) {
    this(
        identity,
        span,
        rates,
        counts,
        server,
        serviceTimes,
        cpu,
        pool,
        health,
        reasons,
        clients,
        queues,
        null,
        null);
  }

  /** A trial that gave no measurement. */
  public static TrialRecord broken(
      Identity identity, Instant startedAt, Instant endedAt, String reason) {
    return new TrialRecord(
        identity,
        TrialSpan.of(startedAt, endedAt, Span.NONE, 0),
        Throughput.NONE,
        Totals.NONE,
        new Server(null, null),
        Times.NONE,
        new CpuPerDocument(0, null),
        null,
        null,
        List.of(reason),
        null,
        null);
  }

  /** Whether the trial enters figures. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public boolean valid() {
    return reasons.isEmpty();
  }

  public String cell() {
    return identity.cell();
  }

  public int round() {
    return identity.round();
  }

  public double documentsPerSecond() {
    return rates.documentsPerSecond();
  }

  /** Start of the measured span, its end; of several turns, of the first and of the last. */
  public Span measured() {
    return span.measured();
  }

  /** What the figures rest on: a span for each turn that enters them, else the measured one. */
  public List<Span> measuredSpans() {
    List<Span> spans =
        Objects.requireNonNullElse(turns, List.<TrialTurn>of()).stream()
            .filter(TrialTurn::enters)
            .map(TrialTurn::span)
            .toList();
    return spans.isEmpty() ? List.of(measured()) : spans;
  }

  /** How long it was measured, all turns together. */
  public double measuredSeconds() {
    return measuredSpans().stream().mapToDouble(Span::seconds).sum();
  }

  /** Mean wait for a connection per check-out, 0 where no pool was counted. */
  public double poolWaitMicros() {
    return pool == null || pool.checkedOut() == 0 ? 0 : pool.waitMicros() / pool.checkedOut();
  }

  /**
   * How much the rate swung within the trial: the coefficient of variation of its windows' rates,
   * that is their sample standard deviation over their mean, without unit. NaN for fewer than two
   * windows.
   */
  public double jitter() {
    double[] windows = rates.windows().stream().mapToDouble(Double::doubleValue).toArray();
    return Math.sqrt(StatUtils.variance(windows)) / StatUtils.mean(windows);
  }

  /**
   * @param cell the cell's id
   * @param round from 1
   * @param order place within the round, from 1
   */
  public record Identity(String cell, int round, int order) {}

  /**
   * @param whole from the first write to the last answer
   * @param measured what the figures rest on
   * @param settleMillis time until steady state was shown
   */
  public record TrialSpan(Span whole, Span measured, long settleMillis) {
    /** The span of a trial between two instants. */
    public static TrialSpan of(
        Instant startedAt, Instant endedAt, Span measured, long settleMillis) {
      return new TrialSpan(
          new Span(startedAt.toEpochMilli(), endedAt.toEpochMilli()), measured, settleMillis);
    }
  }

  /**
   * @param updates update statements, or for a cell that reads finds, that the server counted over
   *     the whole trial; null if it counts none
   * @param cpuMicros CPU of its processes over the measured span; null if unknown
   */
  public record Server(@Nullable Long updates, @Nullable Long cpuMicros) {}

  /**
   * @param clientMicros CPU of the load process per document
   * @param serverMicros CPU of the server's processes per document, null if unknown
   */
  public record CpuPerDocument(double clientMicros, @Nullable Double serverMicros) {
    /** Of so much CPU, in microseconds, for that many documents. */
    public static CpuPerDocument of(
        long clientMicros, @Nullable Long serverMicros, long documents) {
      double n = Math.max(1, documents);
      return new CpuPerDocument(
          clientMicros / n, serverMicros == null ? null : Double.valueOf(serverMicros / n));
    }
  }
}
