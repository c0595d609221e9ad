package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The same design with other players, periods or batches: modelled from loads that were played, by
 *
 * <pre>cost per second = a + b · calls/s + c · documents/s + d · update bytes/s    all ≥ 0</pre>
 *
 * for the server's CPU and the bytes it writes. Nothing is said beyond twice what was played in
 * documents, bytes or calls, and nothing of the times of calls: a p99 is measured or absent.
 *
 * @param change what is other than planned
 * @param documentsPerSecond after coalescing
 * @param callsPerSecond batches
 * @param serverCores busy; null if nobody measured them, or beyond what was played
 * @param diskBytesPerSecond written; null as well
 * @param oplogHours that the oplog reaches back; null as well
 * @param lost seconds of progress that a crash of the game server loses, in the mean
 * @param note why figures are missing; empty if none is
 */
public record WhatIf(
    String change,
    double documentsPerSecond,
    double callsPerSecond,
    @Nullable Double serverCores,
    @Nullable Double diskBytesPerSecond,
    @Nullable Double oplogHours,
    double lost,
    String note) {
  /** How far beyond what was played anything is said. */
  private static final double REACH = 2;

  /** Closer sizes don't tell a byte's cost from a document's. */
  private static final double OTHER_SIZE = 1.2;

  /** Costs per second by calls and documents. */
  private record Cost(double always, double perCall, double perDocument, double perByte) {
    /** Null if fewer than two points tell it. */
    static @Nullable Cost fit(
        List<PlayedPoint> all, Function<PlayedPoint, @Nullable Double> figure) {
      List<PlayedPoint> points = all.stream().filter(p -> figure.apply(p) != null).toList();
      if (points.size() < 2) {
        return null;
      }
      boolean batches = batches(points);
      boolean sizes = sizes(points);
      double[][] rows = new double[points.size()][];
      double[] ones = new double[points.size()];
      Arrays.fill(ones, 1);
      for (int i = 0; i < rows.length; i++) {
        PlayedPoint point = points.get(i);
        // Relative errors: a small load counts as much as a large one.
        double cost = Math.max(1e-9, Objects.requireNonNull(figure.apply(point)));
        // Of one batch size a call's cost can't be told from its documents'.
        double calls = batches ? point.rates().calls() : 0;
        double bytes = sizes ? point.rates().bytes() : 0;
        rows[i] =
            new double[] {1 / cost, calls / cost, point.rates().documents() / cost, bytes / cost};
      }
      double[] costs = NonNegativeLeastSquares.solve(rows, ones);
      return new Cost(costs[0], costs[1], costs[2], costs[3]);
    }

    double at(double calls, double documents, double bytes) {
      return always + perCall * calls + perDocument * documents + perByte * bytes;
    }
  }

  /** What costs are fitted on, and what they come to. */
  private record Fitted(List<PlayedPoint> points, @Nullable Cost cores, @Nullable Cost written) {
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
              Cost.fit(points, p -> p.cpu().server()),
              Cost.fit(points, p -> p.cache().checkpoints() > 0 ? p.disk().written() : null));
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
    if (fitted == null) {
      return List.of();
    }
    Design plan = run.design();
    Design.Flush flush = plan.flush();
    List<WhatIf> rows = new ArrayList<>();
    rows.add(row("as planned", plan, fitted));
    for (double factor : new double[] {1 / 3.0, 0.5, 2, 4}) {
      Design other = plan.withFlush(flush.every(flush.period() * factor));
      String change = "flush every " + other.flush().every();
      rows.add(row(change, other, fitted));
    }
    for (double factor : new double[] {0.2, 0.5, 2}) {
      int batch = (int) Math.max(1, Math.round(flush.batch() * factor));
      if (batch != flush.batch()) {
        Design other = plan.withFlush(flush.ofBatch(batch));
        rows.add(row("batches of " + batch, other, fitted));
      }
    }
    for (double factor : new double[] {0.5, 2, 4}) {
      Design other = plan.withPlayers(plan.players() * factor);
      String change = text("%,.0f players", other.players());
      rows.add(row(change, other, fitted));
    }
    for (double factor : new double[] {0.5, 1.5}) {
      Design other = plan.withUpdateBytes(factor);
      rows.add(row(text("updates of %.1f times the bytes", factor), other, fitted));
    }
    if (plan.growth().perMonth() > 0) {
      Design grown = plan.grown();
      String change = text("%,.0f players, in %d months", grown.players(), plan.growth().months());
      rows.add(row(change, grown, fitted));
    }
    return rows;
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

  private static WhatIf row(String change, Design design, Fitted fitted) {
    List<PlayedPoint> points = fitted.points();
    Cost cores = fitted.cores();
    Cost written = fitted.written();
    FlushLoad load = FlushLoad.of(design);
    double documents = load.documentsPerSecond();
    double calls = load.batchesPerSecond();
    double bytes =
        load.types().stream()
            .mapToDouble(t -> t.documentsPerSecond() * t.type().updateBytes())
            .sum();
    String beyond =
        beyond("documents/s", documents, points, p -> p.rates().documents())
            + beyond("bytes/s", bytes, points, p -> p.rates().bytes())
            + beyond("calls/s", calls, points, p -> p.rates().calls())
            + (design.flush().batch() == points.get(0).load().batch() || batches(points)
                ? ""
                : "other batches were not played; ");
    double size = documents > 0 ? bytes / documents : 0;
    double planned = points.get(0).rates().bytes() / points.get(0).rates().documents();
    if (!sizes(points) && (size > OTHER_SIZE * planned || planned > OTHER_SIZE * size)) {
      beyond += "other sizes of updates were not played; ";
    }
    boolean within = beyond.isEmpty();
    PlayedPoint nearest = points.get(0);
    Double hours = nearest.oplogHours();
    return new WhatIf(
        change,
        documents,
        calls,
        within && cores != null ? Double.valueOf(cores.at(calls, documents, bytes)) : null,
        within && written != null ? Double.valueOf(written.at(calls, documents, bytes)) : null,
        within && hours != null && documents > 0
            ? Double.valueOf(hours * nearest.rates().documents() / documents)
            : null,
        load.period() / 2,
        beyond);
  }

  private static String beyond(
      String what, double wanted, List<PlayedPoint> points, ToDoubleFunction<PlayedPoint> played) {
    double most = points.stream().mapToDouble(played).max().orElse(0);
    return wanted <= REACH * most
        ? ""
        : text("beyond twice the %s that were played (%,.0f, %,.0f asked); ", what, most, wanted);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
