package dev.weir.cli;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.HostSpeed;
import dev.weir.capacity.MeasuredCells;
import dev.weir.capacity.Observation;
import dev.weir.capacity.Prediction;
import dev.weir.capacity.Quantity;
import dev.weir.capacity.Work;
import dev.weir.load.LoadProcess;
import dev.weir.load.Timing;
import dev.weir.report.PredictionTable;
import dev.weir.runner.HostControl;
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
  /** A fresh JVM warms up in less; what the server puts off, it puts off until a checkpoint. */
  private static final double SETTLE_SECONDS = 60;

  /** Two checkpoints: a span shorter than from one to the next has one or has none. */
  private static final double LEAST_SECONDS = 120;

  /** The cell that is measured again comes on a cold JVM the first time. */
  private static final Duration CONTROL_SETTLE = Duration.ofSeconds(15);

  private static final Duration CONTROL_MEASURE = Duration.ofSeconds(10);
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
  PredictionTable.Row at(double share)
      throws CapacityException, ServerException, InterruptedException {
    String driver = DriverKind.SYNC.yamlName();
    HostSpeed before = speed();
    Prediction wanted = Prediction.at(share, design, measured, driver, before);
    List<WriteBehindTrial.Type> types = new ArrayList<>();
    for (int i = 0; i < wanted.threads().size(); i++) {
      types.add(type(wanted, wanted.design().documents().get(i), wanted.threads().get(i)));
    }
    double period = design.flush().period();
    WriteBehindTrial.Result got =
        new WriteBehindTrial(server, Timing.system(), LoadProcess.processCpu(), documentsOfEach())
            .run(
                types,
                seconds(Math.max(SETTLE_SECONDS, period)),
                seconds(Math.ceil(LEAST_SECONDS / period) * period),
                1);
    HostSpeed after = speed();
    Prediction says = wanted.on(before.mean(after), measured, driver);
    return new PredictionTable.Row(
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
        got.p99Millis(),
        got.failed());
  }

  /** All types together are as many as were measured in one collection. */
  private int documentsOfEach() {
    return Math.max(1, documents() / design.documents().size());
  }

  private int documents() {
    Long documents = measured.host().documents();
    return documents == null ? DOCUMENTS : Math.toIntExact(documents);
  }

  private HostSpeed speed() throws CapacityException, ServerException, InterruptedException {
    Observation then = measured.nearest(design);
    Work work = then.work();
    Map<Factor, Object> factors =
        factors(work.fields(), work.bytes(), (int) work.batch(), (int) work.inFlight());
    HostControl.Figures now =
        new HostControl(server, Timing.system(), documents())
            .measure(Cell.of(factors), CONTROL_SETTLE, CONTROL_MEASURE, 1);
    Double cpuThen = then.of(Quantity.SERVER_CPU);
    Double cpuNow = now.serverMicros();
    return new HostSpeed(
        now.documentsPerSecond() / then.documentsPerSecond(),
        cpuThen == null || cpuNow == null ? 1 : cpuNow / cpuThen);
  }

  private Map<Factor, Object> factors(double fields, double bytes, int batch, int inFlight) {
    UpdateShape shape = design.replace() ? UpdateShape.REPLACE : UpdateShape.SET_FIELDS;
    boolean bulk = design.flush().batch() > 1;
    Map<Factor, Object> factors = new EnumMap<>(Factor.class);
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
    Map<Factor, Object> factors =
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
