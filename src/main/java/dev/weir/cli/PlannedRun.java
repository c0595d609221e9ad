package dev.weir.cli;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.MeasuredCells;
import dev.weir.capacity.Prediction;
import dev.weir.load.LoadProcess;
import dev.weir.load.Timing;
import dev.weir.report.PlanAgainstReality;
import dev.weir.runner.WriteBehindTrial;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.workload.FlushSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A planned design at work, held against what the plan says of it. */
final class PlannedRun {
  /** A fresh JVM needs that long to reach steady state. */
  private static final double WARM_UP_SECONDS = 16;

  /** From one checkpoint of WiredTiger to the next: a shorter span has one or has none. */
  private static final double LEAST_SECONDS = 60;

  private static final double NANOS = 1e9;

  /** If nobody knows how many documents were measured. */
  private static final int DOCUMENTS = 50_000;

  private final Design design;
  private final MeasuredCells measured;
  private final ServerUnderTest server;

  PlannedRun(Design design, MeasuredCells measured, ServerUnderTest server) {
    this.design = design;
    this.measured = measured;
    this.server = server;
  }

  /**
   * Runs the design with as many players as make that share of the predicted capacity.
   *
   * @param share between 0 and 1
   */
  PlanAgainstReality.Row at(double share)
      throws CapacityException, ServerException, InterruptedException {
    Prediction says = Prediction.at(share, design, measured, DriverKind.SYNC.yamlName());
    List<WriteBehindTrial.Type> types = new ArrayList<>();
    for (int i = 0; i < says.threads().size(); i++) {
      types.add(type(says, says.design().documents().get(i), says.threads().get(i)));
    }
    double period = design.flush().period();
    Long documents = measured.host().documents();
    int mostDocuments = documents == null ? DOCUMENTS : Math.toIntExact(documents);
    WriteBehindTrial.Result got =
        new WriteBehindTrial(server, Timing.system(), LoadProcess.processCpu(), mostDocuments)
            .run(
                types,
                seconds(Math.max(WARM_UP_SECONDS, period)),
                seconds(Math.ceil(LEAST_SECONDS / period) * period),
                1);
    return new PlanAgainstReality.Row(
        share,
        says.design().players(),
        Math.min(mostDocuments, (int) says.design().players()),
        says.documentsPerSecond(),
        got.documentsPerSecond(),
        says.writesPerUpdate(),
        got.writesPerUpdate(),
        says.serverCores(),
        got.serverCores(),
        says.clientCores(),
        got.clientCores(),
        says.p99Millis(),
        got.p99Millis(),
        got.failed());
  }

  private WriteBehindTrial.Type type(Prediction says, Design.DocumentType type, int threads) {
    UpdateShape shape = design.replace() ? UpdateShape.REPLACE : UpdateShape.SET_FIELDS;
    boolean bulk = design.flush().batch() > 1;
    Map<Factor, Object> factors = new EnumMap<>(Factor.class);
    factors.put(Factor.DRIVER, DriverKind.SYNC);
    factors.put(Factor.OPERATION, bulk ? Operation.BULK_UNORDERED : Operation.SINGLE);
    factors.put(Factor.BATCH, design.flush().batch());
    factors.put(Factor.IN_FLIGHT, threads);
    factors.put(Factor.DOCUMENT, WriteBehindTrial.kind(type.fields(), type.updateBytes(), shape));
    factors.put(Factor.SHAPE, shape);
    factors.put(Factor.WRITE_CONCERN, design.durability());
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
