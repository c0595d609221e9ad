package dev.weir.capacity;

import static dev.weir.capacity.PlanAnswer.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The same design with other players, periods or batches. On loads that were played it is modelled
 * by
 *
 * <pre>
 * cost per second = a + b · calls/s + c · documents/s + d · update bytes/s + e · pages/s    all ≥ 0
 * </pre>
 *
 * for the server's CPU and the bytes it writes. Pages are those that change between two
 * checkpoints: each is written once, however often it changes ({@link StorageLoad}). Nothing is
 * said beyond twice what was played in documents, bytes or calls, and nothing of the times of
 * calls: a p99 is measured or absent.
 *
 * @param change what is other than planned
 * @param period seconds between two flushes of a document
 * @param documentsPerSecond after coalescing
 * @param callsPerSecond batches
 * @param serverCores busy; null if nobody measured them, or beyond what was played
 * @param diskBytesPerSecond written; null as well
 * @param oplogHours that the oplog reaches back; null as well
 * @param lost seconds of progress that a crash of the game server loses, in the mean; twice as many
 *     at worst
 * @param atRisk updates in memory only, in the mean
 * @param note why figures are missing; empty if none is
 */
public record WhatIf(
    String change,
    double period,
    double documentsPerSecond,
    double callsPerSecond,
    @Nullable Double serverCores,
    @Nullable Double diskBytesPerSecond,
    @Nullable Double oplogHours,
    double lost,
    double atRisk,
    String note) {
  /** How far beyond what was played anything is said. */
  private static final double REACH = 2;

  /** Closer sizes don't tell a byte's cost from a document's. */
  private static final double OTHER_SIZE = 1.2;

  /** Costs per second by calls, documents, bytes and changed pages. */
  private record Cost(
      double always, double perCall, double perDocument, double perByte, double perPage) {
    /** Null if fewer than two points tell it. */
    static @Nullable Cost fit(
        Design plan, List<PlayedPoint> all, Function<PlayedPoint, @Nullable Double> figure) {
      List<PlayedPoint> points = all.stream().filter(p -> figure.apply(p) != null).toList();
      if (points.size() < 2) {
        return null;
      }
      boolean batches = batches(points);
      boolean sizes = sizes(points);
      boolean periods = periods(points);
      double[][] rows = new double[points.size()][];
      double[] measured = new double[points.size()];
      for (int i = 0; i < rows.length; i++) {
        PlayedPoint.Rates rates = points.get(i).rates();
        measured[i] = Math.max(1e-9, Objects.requireNonNull(figure.apply(points.get(i))));
        // Of one batch size a call's cost can't be separated from its documents', nor of one
        // period a page's.
        rows[i] =
            new double[] {
              1,
              batches ? rates.calls() : 0,
              rates.documents(),
              sizes ? rates.bytes() : 0,
              periods ? pagesPerSecond(played(plan, points.get(i).load())) : 0
            };
      }
      double[] costs = NonNegativeLeastSquares.relative(rows, measured);
      return new Cost(costs[0], costs[1], costs[2], costs[3], costs[4]);
    }

    double of(Design design) {
      FlushLoad load = FlushLoad.of(design);
      return always
          + perCall * load.batchesPerSecond()
          + perDocument * load.documentsPerSecond()
          + perByte * load.bytesPerSecond()
          + perPage * pagesPerSecond(design);
    }

    private static Design played(Design plan, PlayedPoint.Load load) {
      return plan.withPlayers((double) load.players()).withFlush(plan.flush().every(load.period()));
    }

    private static double pagesPerSecond(Design design) {
      return new StorageLoad(design).changedPages() / StorageLoad.CHECKPOINT_SECONDS;
    }
  }

  /** What a load costs one server. */
  interface Costs {
    /** Cores busy; null if nobody measured them. */
    @Nullable Double cores(Design design) throws CapacityException;

    /** Bytes written per second; null if nobody measured them. */
    @Nullable Double diskBytesPerSecond(Design design) throws CapacityException;

    /** Hours that the oplog reaches back; null if its size is unknown. */
    @Nullable Double oplogHours(Design design);
  }

  /** Costs fitted on the loads of a played plan. */
  private record Fitted(List<PlayedPoint> points, @Nullable Cost cpu, @Nullable Cost written)
      implements Costs {
    /** Null if fewer than two loads kept up. */
    static @Nullable Fitted of(PlayedRun run) {
      List<PlayedPoint> points =
          run.points().stream()
              .filter(p -> p.rates().failed() == 0 && p.rates().documents() > 0.9 * p.rates().due())
              .toList();
      // A span without a checkpoint shows none of what is written then.
      return points.size() < 2
          ? null
          : new Fitted(
              points,
              Cost.fit(run.design(), points, p -> p.cpu().server()),
              Cost.fit(
                  run.design(),
                  points,
                  p -> p.cache().checkpoints() > 0 ? p.disk().written() : null));
    }

    @Override
    public @Nullable Double cores(Design design) throws CapacityException {
      requireWithin(design);
      return cpu == null ? null : Double.valueOf(cpu.of(design));
    }

    @Override
    public @Nullable Double diskBytesPerSecond(Design design) {
      return written == null ? null : Double.valueOf(written.of(design));
    }

    @Override
    public @Nullable Double oplogHours(Design design) {
      PlayedPoint nearest = points.get(0);
      Double hours = nearest.oplogHours();
      Double written = nearest.disk().oplog();
      if (hours == null || written == null) {
        return null;
      }
      // An entry has the bytes of its update, and around them as much as those that were played.
      PlayedPoint.Rates rates = nearest.rates();
      FlushLoad load = FlushLoad.of(design);
      double wanted =
          load.bytesPerSecond()
              + (written - rates.bytes()) / rates.documents() * load.documentsPerSecond();
      return wanted <= 0 ? null : Double.valueOf(hours * written / wanted);
    }

    private void requireWithin(Design design) throws CapacityException {
      FlushLoad load = FlushLoad.of(design);
      double documents = load.documentsPerSecond();
      double bytes = load.bytesPerSecond();
      String beyond =
          beyond("documents/s", documents, points, p -> p.rates().documents())
              + beyond("bytes/s", bytes, points, p -> p.rates().bytes())
              + beyond("calls/s", load.batchesPerSecond(), points, p -> p.rates().calls())
              + (design.flush().batch() == points.get(0).load().batch() || batches(points)
                  ? ""
                  : "other batches were not played; ");
      double size = documents > 0 ? bytes / documents : 0;
      double planned = points.get(0).rates().bytes() / points.get(0).rates().documents();
      if (!sizes(points) && (size > OTHER_SIZE * planned || planned > OTHER_SIZE * size)) {
        beyond += "other sizes of updates were not played; ";
      }
      if (!beyond.isEmpty()) {
        throw new CapacityException(beyond);
      }
    }
  }

  /**
   * What another design would do on the server of that run.
   *
   * @throws CapacityException if too few loads of the run kept up
   */
  public static WhatIf of(String change, Design design, PlayedRun run) throws CapacityException {
    Fitted fitted = Fitted.of(run);
    if (fitted == null) {
      throw new CapacityException("nothing can be modelled: fewer than two loads kept up");
    }
    return row(change, design, fitted);
  }

  /** Rows for a design whose loads were played; none if fewer than two kept up. */
  static List<WhatIf> of(PlayedRun run) {
    Fitted fitted = Fitted.of(run);
    return fitted == null ? List.of() : of(run.design(), fitted);
  }

  /** The plan as it is, and changed in one thing. */
  static List<WhatIf> of(Design plan, Costs costs) {
    Design.Flush flush = plan.flush();
    List<WhatIf> rows = new ArrayList<>();
    rows.add(row("as planned", plan, costs));
    for (double factor : new double[] {1 / 6.0, 1 / 3.0, 0.5, 2, 4, 10}) {
      Design other = plan.withFlush(flush.every(flush.period() * factor));
      rows.add(row("flush every " + other.flush().every(), other, costs));
    }
    for (double factor : new double[] {0.2, 0.5, 2}) {
      int batch = (int) Math.max(1, Math.round(flush.batch() * factor));
      if (batch != flush.batch()) {
        rows.add(row("batches of " + batch, plan.withFlush(flush.ofBatch(batch)), costs));
      }
    }
    for (double factor : new double[] {0.5, 2, 4}) {
      Design other = plan.withPlayers(plan.players() * factor);
      rows.add(row(text("%,.0f players", other.players()), other, costs));
    }
    for (double factor : new double[] {0.5, 1.5}) {
      String change = text("updates of %.1f times the bytes", factor);
      rows.add(row(change, plan.withUpdateBytes(factor), costs));
    }
    if (plan.growth().perMonth() > 0) {
      Design grown = plan.grown();
      String change = text("%,.0f players, in %d months", grown.players(), plan.growth().months());
      rows.add(row(change, grown, costs));
    }
    return rows;
  }

  private static WhatIf row(String change, Design design, Costs costs) {
    FlushLoad load = FlushLoad.of(design);
    Double cores = null;
    Double written = null;
    Double hours = null;
    String note = "";
    try {
      cores = costs.cores(design);
      written = costs.diskBytesPerSecond(design);
      hours = costs.oplogHours(design);
    } catch (CapacityException e) {
      note = String.valueOf(e.getMessage());
    }
    return new WhatIf(
        change,
        load.period(),
        load.documentsPerSecond(),
        load.batchesPerSecond(),
        cores,
        written,
        hours,
        load.period() / 2,
        load.updatesPerSecond(design.players()) * load.period() / 2,
        note);
  }

  private static boolean sizes(List<PlayedPoint> points) {
    double[] bytes =
        points.stream().mapToDouble(p -> p.rates().bytes() / p.rates().documents()).toArray();
    double least = Arrays.stream(bytes).min().orElse(0);
    double most = Arrays.stream(bytes).max().orElse(0);
    return most > OTHER_SIZE * least;
  }

  private static boolean batches(List<PlayedPoint> points) {
    return points.stream().mapToInt(p -> p.load().batch()).distinct().count() > 1;
  }

  private static boolean periods(List<PlayedPoint> points) {
    return points.stream().mapToDouble(p -> p.load().period()).distinct().count() > 1;
  }

  private static String beyond(
      String what, double wanted, List<PlayedPoint> points, ToDoubleFunction<PlayedPoint> played) {
    double most = points.stream().mapToDouble(played).max().orElse(0);
    return wanted <= REACH * most
        ? ""
        : text("beyond twice the %s that were played (%,.0f, %,.0f asked); ", what, most, wanted);
  }
}
