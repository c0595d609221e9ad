package dev.weir.runner.plan;

import dev.weir.capacity.Coalescing;
import dev.weir.capacity.Design;
import dev.weir.capacity.PlayedPoint;
import dev.weir.record.RequestedRate;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.study.WriteKind;
import dev.weir.workload.FlushSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A design's load as what writes it and what names it: cells, factors, schedules. */
final class PlayedLoad {
  private static final double NANOS = 1e9;

  private PlayedLoad() {}

  /**
   * The write-behind of each type of document.
   *
   * @param accounts documents of each type
   */
  static List<WriteBehindTrial.Type> types(Design load, long accounts) {
    List<WriteBehindTrial.Type> types = new ArrayList<>();
    for (int i = 0; i < load.documents().size(); i++) {
      Design.DocumentType type = load.documents().get(i);
      Design.Flush flush = load.flush();
      types.add(
          new WriteBehindTrial.Type(
              collection(i),
              cell(load, type),
              Math.toIntExact(accounts),
              (int) load.players(),
              perSecond(load, type),
              schedule(load, type),
              flush.policy() == Design.Policy.STAGGERED ? nanos(flush.linger()) : 0));
    }
    return types;
  }

  /** Where a type's documents are; types count from 0. */
  static String collection(int type) {
    return "accounts" + (type + 1);
  }

  /** The load as the factors of its cell. */
  static Map<String, String> factors(Design load, PlayedPoint point) {
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("players", text("%.0f", load.players()));
    factors.put("driver", DriverKind.SYNC.yamlName());
    factors.put("operation", operation(load).toString());
    factors.put("batch", Integer.toString(load.flush().batch()));
    factors.put("period", load.flush().every().replace(" ", ""));
    factors.put("threads", Integer.toString(load.flush().threads() * load.documents().size()));
    // As many calls as were under way at once, by Little's law, or all threads' where it fell
    // behind.
    double busy = point.rates().calls() * point.times().p50() / 1e3;
    long atOnce =
        Math.min((long) load.flush().threads() * load.documents().size(), Math.round(busy));
    factors.put("inFlight", Long.toString(Math.max(1, atOnce)));
    factors.put("writeConcern", load.durability().toString());
    if (point.holds()) {
      new RequestedRate(point.rates().due(), RequestedRate.Arrivals.CONSTANT).addTo(factors);
    }
    return factors;
  }

  private static Operation operation(Design load) {
    return load.flush().batch() > 1 ? Operation.BULK_UNORDERED : Operation.SINGLE;
  }

  /** How documents of a type are written. */
  static Cell cell(Design load, Design.DocumentType type) {
    UpdateShape shape = load.replace() ? UpdateShape.REPLACE : UpdateShape.SET_FIELDS;
    Map<Factor<?>, Object> factors = new TreeMap<>();
    factors.put(Factor.DRIVER, DriverKind.SYNC);
    factors.put(Factor.OPERATION, operation(load));
    factors.put(Factor.BATCH, load.flush().batch());
    factors.put(Factor.IN_FLIGHT, load.flush().threads());
    factors.put(
        Factor.DOCUMENT,
        type.sample() == null
            ? WriteBehindTrial.kind(type.fields(), type.updateBytes(), shape)
            : DocumentKind.parse(type.sample()));
    factors.put(Factor.WRITE, load.replace() ? WriteKind.REPLACE : WriteKind.UPDATE);
    factors.put(Factor.WRITE_CONCERN, load.durability());
    return Cell.of(factors);
  }

  private static FlushSchedule schedule(Design load, Design.DocumentType type) {
    Design.Flush flush = load.flush();
    return switch (flush.policy()) {
      case TIMER -> FlushSchedule.timer(nanos(flush.period()));
      case STAGGERED -> FlushSchedule.staggered(nanos(flush.period()));
      case COUNT -> FlushSchedule.count(whenDirty(load, type), nanos(flush.period()));
    };
  }

  /** Of the dirty documents of all types that start a flush, those of one: each has a schedule. */
  private static int whenDirty(Design load, Design.DocumentType type) {
    double share = Coalescing.dirtyProbability(perSecond(load, type), load.flushSeconds());
    return (int) Math.max(1, Math.round(load.players() * share));
  }

  private static double perSecond(Design load, Design.DocumentType type) {
    return type.updatesPerMinute() * load.peakFactor() / 60;
  }

  static Duration seconds(double seconds) {
    return Duration.ofNanos(nanos(seconds));
  }

  static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
