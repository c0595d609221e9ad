package dev.weir.report;

import dev.weir.analysis.bottleneck.OfferedRate;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Percentiles;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RequestedRate;
import dev.weir.record.RunRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a load of its own rate says: the highest rate that holds, or the times at the rate. */
final class LoadAnswer {
  /** Cells and operations that are given; all are in the table. */
  private static final int MOST_GIVEN = 6;

  /** Calls beyond a percentile that let it say something. */
  private static final int BEYOND = 5;

  private static final Pattern SUSTAINED =
      Pattern.compile(
          "sustained: ([\\d,]+) documents/s with (\\S+) over (\\d+) checkpoints of (\\d+ s);.*");

  private static final Pattern MISSED =
      Pattern.compile(".*the highest rate lies in \\[[\\d,]+, ([\\d,]+)\\)");

  private static final Pattern PERCENTILE =
      Pattern.compile("p(\\d+(?:\\.\\d+)?)<(\\d+(?:\\.\\d+)?)ms");
  private static final Pattern ERRORS = Pattern.compile("errors<(\\d+(?:\\.\\d+)?)%");

  private final RunRecord run;
  private final CellSet cells;
  private final List<ResponseTimes> responses;

  LoadAnswer(RunRecord run, CellSet cells, List<ResponseTimes> responses) {
    this.run = run;
    this.cells = cells;
    this.responses = responses;
  }

  List<String> points() {
    List<String> points = new ArrayList<>();
    boolean search = run.study().get("findMax") instanceof Map;
    if (search) {
      points.add(highest());
    }
    List<CellRecord> shown = search ? held() : measured();
    int left = MOST_GIVEN;
    for (CellRecord cell : shown) {
      List<ResponseTimes> own =
          responses.stream().filter(times -> times.cell().equals(cell.id())).toList();
      if (own.isEmpty() && left-- > 0) {
        points.add(closed(cell));
      }
      for (ResponseTimes times : own) {
        if (left-- > 0) {
          points.add(times(cell, times));
        }
      }
    }
    CellRecord last = shown.isEmpty() ? null : shown.get(shown.size() - 1);
    if (!search) {
      points.addAll(kept());
    }
    if (last != null) {
      points.add(search ? "At that rate " + Phrases.small(limit(last)) : limit(last));
    }
    return points;
  }

  private String limit(CellRecord cell) {
    String text = Limits.sentence(run, cell);
    String cost = Limits.cost(cell);
    return text + (cost.isEmpty() ? "" : " " + cost);
  }

  private List<CellRecord> measured() {
    return cells.all().stream().filter(cell -> cell.documentsPerSecond() != null).toList();
  }

  /** What the search for the highest rate came to. */
  private String highest() {
    for (String note : run.verdict().notes()) {
      Matcher found = SUSTAINED.matcher(note);
      if (found.matches()) {
        Matcher missed = MISSED.matcher(note);
        return "Plan for at most "
            + found.group(1)
            + " documents/s: that rate held over "
            + found.group(3)
            + " checkpoints of "
            + found.group(4)
            + ", with "
            + objective(found.group(2))
            + "."
            + (missed.matches()
                ? " " + missed.group(1) + " documents/s did not hold."
                : " Higher rates were not tried.");
      }
    }
    return "No rate was found that holds; the notes say why.";
  }

  /** {@code p99<50ms,errors<0.1%} in words. */
  static String objective(String slo) {
    List<String> parts = new ArrayList<>();
    for (String part : slo.split(",", -1)) {
      Matcher percentile = PERCENTILE.matcher(part);
      Matcher errors = ERRORS.matcher(part);
      if (percentile.matches()) {
        parts.add(percentile.group(1) + " % of calls within " + percentile.group(2) + " ms");
      } else if (errors.matches()) {
        parts.add("fewer than " + errors.group(1) + " % errors");
      } else {
        parts.add(part);
      }
    }
    return Phrases.list(parts);
  }

  /** The cell of the rate that held, which is the last one tried. */
  private List<CellRecord> held() {
    List<CellRecord> all = measured();
    for (String note : run.verdict().notes()) {
      Matcher found = SUSTAINED.matcher(note);
      if (found.matches()) {
        double rate = Double.parseDouble(found.group(1).replace(",", ""));
        return all.stream()
            .min(Comparator.comparingDouble(cell -> Math.abs(asked(cell) - rate)))
            .map(List::of)
            .orElse(List.of());
      }
    }
    return List.of();
  }

  private static double asked(CellRecord cell) {
    RequestedRate rate = RequestedRate.of(cell.factors());
    return rate == null ? 0 : rate.perSecond();
  }

  private String times(CellRecord cell, ResponseTimes times) {
    Percentiles micros = times.micros();
    Percentiles.Intervals intervals = micros.intervals();
    StringBuilder text = new StringBuilder(where(cell));
    if (!times.operation().isEmpty()) {
      text.append(", ").append(Labels.brief(times.operation(), 40));
    }
    text.append(": half of the calls are answered within ")
        .append(Phrases.millis(micros.p50(), intervals == null ? null : intervals.p50()));
    if (micros.n() * 0.01 >= BEYOND) {
      text.append(", 99 % within ")
          .append(Phrases.millis(micros.p99(), intervals == null ? null : intervals.p99()));
    }
    text.append('.');
    if (micros.n() * 0.001 >= BEYOND) {
      text.append(" 99.9 % are within ")
          .append(Phrases.millis(micros.p999(), intervals == null ? null : intervals.p999()))
          .append('.');
    }
    return text.toString();
  }

  /** Of a cell without response times: what it did, and how long calls took from their send. */
  private String closed(CellRecord cell) {
    Interval rate = Objects.requireNonNull(cell.documentsPerSecond());
    Percentiles micros = cell.serviceTimeMicros();
    String text = Phrases.capital(cells.name(cell)) + ": " + Phrases.rate(rate, unit()) + ".";
    return micros == null || micros.n() * 0.01 < BEYOND
        ? text
        : text
            + " 99 % of calls take at most "
            + Phrases.millis(
                micros.p99(), micros.intervals() == null ? null : micros.intervals().p99())
            + ", from the actual send.";
  }

  private String unit() {
    boolean operations = RecordedStudy.isOfYcsb(run) || "economy".equals(run.study().get("mix"));
    return operations ? "operations/s" : "documents/s";
  }

  private String where(CellRecord cell) {
    RequestedRate rate = RequestedRate.of(cell.factors());
    List<String> others = new ArrayList<>(cells.varied());
    others.removeAll(List.of(RequestedRate.RATE, RequestedRate.TARGET));
    return (rate == null
            ? "At the rate that it reached"
            : "At " + Digits.of(rate.perSecond()) + " " + unit())
        + Phrases.with(cells, cell, others);
  }

  /** Whether the rates that were asked for were kept. */
  private List<String> kept() {
    List<CellRecord> offered = measured().stream().filter(cell -> asked(cell) > 0).toList();
    if (offered.isEmpty()) {
      return List.of();
    }
    List<CellRecord> missed =
        offered.stream().filter(cell -> !OfferedRate.isReached(cell)).toList();
    if (missed.isEmpty()) {
      boolean updates = RecordedStudy.isOfLoad(run) && !"economy".equals(run.study().get("mix"));
      return List.of(
          "The rate was kept, so "
              + unit()
              + " are what was asked for. The limit lies higher. To find it, give "
              + (updates
                  ? "--find-max --slo 'p99<50ms,errors<0.1%' instead of --rate."
                  : "a higher rate."));
    }
    List<String> points = new ArrayList<>();
    for (CellRecord cell : missed) {
      points.add(
          "Of "
              + Digits.of(asked(cell))
              + " "
              + unit()
              + " asked for, "
              + Digits.of(OfferedRate.done(cell, cells.all()))
              + " were done: the rate was not kept.");
    }
    return points.stream()
        .distinct()
        .limit(2)
        .toList(); // YCSB's rate is of all kinds of operations
  }
}
