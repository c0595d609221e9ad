package dev.weir.report;

import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.analysis.compare.ClientScaling;
import dev.weir.analysis.compare.Saturation;
import dev.weir.analysis.compare.SaturationCurve;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.analysis.stats.RoundRatios.Verdict;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a study by factors says: how to send, by which driver, how many in flight, what ends it, and
 * what each other factor changes. Each is given for one setting, chosen by the study's design and
 * never by what came out best, with its reach over the other settings.
 */
final class StudyAnswer {
  private static final String DRIVER = "driver";
  private static final String OPERATION = "operation";
  private static final String WRITE = "write";
  private static final String BATCH = "batch";
  private static final String IN_FLIGHT = "inFlight";
  private static final String CLIENTS = "clients";
  private static final Set<String> OWN = Set.of(DRIVER, OPERATION, BATCH, IN_FLIGHT, CLIENTS);

  /** Other factors that are given, and curves over clients; all are in the tables. */
  private static final int MOST_GIVEN = 4;

  private final RunRecord run;
  private final CellSet cells;
  private final List<CellRecord> measured;
  private final double confidence;
  private final CellRatios ratios;
  private final Reach reach;
  private final boolean claims;
  private final List<String> points = new ArrayList<>();

  /**
   * The setting that the points so far are about: what was chosen before is what is changed next.
   */
  private @Nullable CellRecord way;

  /**
   * @param claims whether claims are given as well, which say more of the other factors
   * @param alike ratios by turns of calls
   */
  StudyAnswer(RunRecord run, CellSet cells, boolean claims, List<AlikeRatio> alike) {
    this.run = run;
    this.cells = cells;
    this.claims = claims;
    this.confidence = RecordedStudy.confidence(run);
    this.ratios = new CellRatios(cells, confidence, alike);
    this.reach = new Reach(cells, ratios);
    this.measured = cells.all().stream().filter(cell -> cell.documentsPerSecond() != null).toList();
  }

  /** What to do. */
  List<String> points() {
    sending();
    drivers();
    inFlight();
    clients();
    if (!claims) {
      others();
    }
    return points;
  }

  private void sending() {
    List<List<CellRecord>> groups =
        groups(OPERATION, BATCH).stream()
            .filter(group -> group.stream().anyMatch(Phrases::single))
            .filter(group -> group.stream().anyMatch(StudyAnswer::isBulk))
            .toList();
    List<CellRecord> group = chosen(groups);
    if (group.isEmpty()) {
      return;
    }
    String operation =
        group.stream()
            .filter(StudyAnswer::isBulk)
            .map(cell -> value(cell, OPERATION))
            .min(Comparator.comparing(name -> !name.equals("bulkUnordered")))
            .orElseThrow();
    CellRecord single = group.stream().filter(Phrases::single).findFirst().orElseThrow();
    SaturationCurve curve = curve(group, operation);
    CellRecord best = curve.enough(Matrix::batch);
    if (Phrases.single(best)) {
      best = curve.cells().get(curve.cells().size() - 1);
    }
    Interval ratio = ratios.of(best, single);
    if (ratio == null) {
      return;
    }
    String with = with(single, varied(OPERATION, BATCH, WRITE)); // what is written is named
    String unit = Phrases.unit(single);
    String written = Phrases.written(single);
    StringBuilder text = new StringBuilder();
    switch (RoundRatios.verdict(ratio)) {
      case FASTER ->
          text.append(
              "Write with %s, %s %s per call: %s the documents/s of single %s%s."
                  .formatted(
                      call(best), value(best, BATCH), unit, Phrases.times(ratio), written, with));
      case SLOWER ->
          text.append(
              "Write single %s: %s brings only %s their documents/s%s."
                  .formatted(written, Phrases.sent(best), Phrases.times(ratio), with));
      default ->
          text.append(
              "Single %s or %s: no difference is shown, %s the documents/s%s. %s"
                  .formatted(
                      written,
                      Phrases.sent(best),
                      Phrases.times(ratio),
                      with,
                      Phrases.open(ratio)));
    }
    way = RoundRatios.verdict(ratio) == Verdict.SLOWER ? single : best;
    Interval alone = ratios.of(single, best, trial -> orNaN(trial.cpu().serverMicros()));
    if (run.server().sharesClientHost() && alone != null && alone.isKnown()) {
      text.append(
          " By the server's CPU alone, as on a separate host, it would be %s."
              .formatted(Phrases.times(alone)));
    }
    if (curve.cells().size() > 2 && RoundRatios.verdict(ratio) == Verdict.FASTER) {
      text.append(' ').append(enough(curve.saturation(), curve, "per call", Matrix::batch));
    }
    CellRecord given = best;
    text.append(
        reach.sentence(
            groups.stream().filter(other -> other != group).toList(),
            cell ->
                value(cell, OPERATION).equals(value(given, OPERATION))
                    && value(cell, BATCH).equals(value(given, BATCH)),
            Phrases::single,
            varied(OPERATION, BATCH)));
    points.add(text.toString());
    ordered(group, best);
  }

  /** Ordered against unordered, where both were measured with the same batch. */
  private void ordered(List<CellRecord> group, CellRecord best) {
    group.stream()
        .filter(cell -> isBulk(cell) && !value(cell, OPERATION).equals(value(best, OPERATION)))
        .filter(cell -> value(cell, BATCH).equals(value(best, BATCH)))
        .forEach(
            cell -> {
              Interval ratio = ratios.of(cell, best);
              if (ratio != null) {
                points.add(against(cell, best, List.of(OPERATION), ratio));
              }
            });
  }

  private SaturationCurve curve(List<CellRecord> group, String operation) {
    List<CellRecord> own =
        measured.stream()
            .filter(cell -> Phrases.single(cell) || value(cell, OPERATION).equals(operation))
            .toList();
    return SaturationCurve.of(own, cell -> but(cell, OPERATION, BATCH), Matrix::batch, confidence)
        .stream()
        .filter(curve -> curve.cells().contains(group.get(0)) || shares(curve, group))
        .findFirst()
        .orElseThrow();
  }

  private static boolean shares(SaturationCurve curve, List<CellRecord> group) {
    return curve.cells().stream().anyMatch(group::contains);
  }

  private void drivers() {
    List<List<CellRecord>> groups = groups(DRIVER);
    List<CellRecord> group = chosen(groups);
    for (int i = 1; i < group.size(); i++) {
      String text = drivers(group.get(0), group.get(i), groups);
      if (!text.isEmpty()) {
        points.add(text);
      }
    }
  }

  private String drivers(CellRecord first, CellRecord second, List<List<CellRecord>> groups) {
    Interval rate = ratios.of(first, second);
    Interval cpu = ratios.of(first, second, trial -> trial.cpu().clientMicros());
    if (rate == null) {
      return "";
    }
    boolean turned =
        Phrases.differs(rate)
            ? rate.mean() < 1
            : cpu != null && Phrases.differs(cpu) && cpu.mean() > 1;
    if (turned) {
      rate = rate.inverse();
      cpu = cpu == null ? null : cpu.inverse();
    }
    CellRecord better = turned ? second : first;
    CellRecord other = turned ? first : second;
    String use = Phrases.driver(value(better, DRIVER));
    String not = Phrases.driver(value(other, DRIVER));
    String with = with(first, varied(DRIVER));
    boolean cheaper = cpu != null && Phrases.differs(cpu);
    StringBuilder text = new StringBuilder();
    if (Phrases.differs(rate)) {
      text.append(
          "Use %s: %s the documents/s of %s%s.".formatted(use, Phrases.times(rate), not, with));
      if (cpu != null) {
        text.append(
            cheaper
                ? " It takes %s.".formatted(Phrases.change(cpu, "client CPU per document"))
                : " In client CPU per document no difference is shown: %s."
                    .formatted(Phrases.times(cpu)));
      }
    } else if (cheaper) {
      text.append(
          "Use %s: it takes %s than %s."
              .formatted(
                  use,
                  Phrases.change(Objects.requireNonNull(cpu), "client CPU per document"),
                  not));
      text.append(
          " In documents/s no difference is shown%s: %s.".formatted(with, Phrases.times(rate)));
    } else {
      text.append(
          "Either %s or %s: no difference is shown, %s the documents/s%s. %s"
              .formatted(use, not, Phrases.times(rate), with, Phrases.open(rate)));
    }
    String turn = ratios.turn(first, second);
    if (turn != null) {
      text.append(" Documents/s are of the typical call: both took turns of %s.".formatted(turn));
    }
    text.append(
        reach.sentence(
            groups.stream().filter(group -> !group.contains(first)).toList(),
            cell -> value(cell, DRIVER).equals(value(better, DRIVER)),
            cell -> value(cell, DRIVER).equals(value(other, DRIVER)),
            varied(DRIVER)));
    return text.toString();
  }

  private void inFlight() {
    List<CellRecord> group = chosen(groups(IN_FLIGHT));
    if (group.isEmpty()) {
      return;
    }
    SaturationCurve curve =
        SaturationCurve.of(measured, cell -> but(cell, IN_FLIGHT), Matrix::inFlight, confidence)
            .stream()
            .filter(any -> any.cells().contains(group.get(0)))
            .findFirst()
            .orElseThrow();
    Saturation at = curve.saturation();
    CellRecord fewest = curve.cells().get(0);
    CellRecord most = curve.cells().get(curve.cells().size() - 1);
    String with = with(fewest, varied(IN_FLIGHT));
    CellRecord enough = curve.enough(Matrix::inFlight);
    way = enough;
    if (!at.rising()) {
      points.add(
          calls(at.level())
              + (at.level() == 1 ? " is" : " are")
              + " enough"
              + with
              + ". "
              + enough(at, curve, "in flight", Matrix::inFlight));
      return;
    }
    Interval ratio = ratios.of(most, fewest);
    if (ratio == null) {
      return;
    }
    points.add(
        RoundRatios.verdict(ratio) == Verdict.FASTER
            ? Phrases.format(
                "Keep %s%s: %s the documents/s of %d in flight. More were not measured, and may"
                    + " bring more.",
                calls(Matrix.inFlight(most)), with, Phrases.times(ratio), Matrix.inFlight(fewest))
            : "From %d to %s no gain is shown%s: %s the documents/s. %s"
                .formatted(
                    Matrix.inFlight(fewest),
                    calls(Matrix.inFlight(most)),
                    with,
                    Phrases.times(ratio),
                    Phrases.open(ratio)));
  }

  private static String calls(int n) {
    return n == 1 ? "1 call in flight" : n + " calls in flight";
  }

  /** How sure the level is from which on more brings no more. */
  private static String enough(
      Saturation at, SaturationCurve curve, String what, ToIntFunction<CellRecord> level) {
    int most = level.applyAsInt(curve.cells().get(curve.cells().size() - 1));
    if (at.rising()) {
      return (at.low() < at.level()
              ? Phrases.format("From %,d on the rounds leave open what is best. ", at.low())
              : "")
          + "More were not measured, and may bring more.";
    }
    String gain = mostGain();
    return at.low() == at.high()
        ? Phrases.format("More %s, up to %,d, bring less than %s more.", what, most, gain)
        : Phrases.format("The rounds leave %,d to %,d %s open", at.low(), at.high(), what)
            + (at.high() == most
                ? "."
                : Phrases.format(
                    "; more than that, up to %,d, bring less than %s on top.", most, gain));
  }

  /** What more of a level may bring at most where it counts as enough. */
  private static String mostGain() {
    return Digits.percent(1 / Saturation.AS_GOOD - 1);
  }

  private void clients() {
    int given = 0;
    for (ClientScaling.Curve curve : ClientScaling.of(cells.all(), confidence)) {
      Saturation best = curve.best();
      if (best == null || given++ == MOST_GIVEN) {
        continue;
      }
      ClientScaling.Level fewest = curve.levels().get(0);
      ClientScaling.Level last = curve.levels().get(curve.levels().size() - 1);
      ClientScaling.Level enough =
          curve.levels().stream()
              .filter(level -> level.clients() == best.level())
              .findFirst()
              .orElse(last);
      String with = with(fewest.cell(), varied(CLIENTS));
      Interval gain = enough.gain();
      if (gain == null || !Phrases.differs(gain)) {
        points.add(
            "More clients than %d are not shown to bring more%s%s."
                .formatted(fewest.clients(), with, gain == null ? "" : ": " + Phrases.times(gain)));
        continue;
      }
      points.add(
          "%d clients carry %s the documents/s of %s%s. %s"
              .formatted(
                  enough.clients(),
                  Phrases.times(gain),
                  fewest.clients() == 1 ? "1 client" : fewest.clients() + " clients",
                  with,
                  best.rising()
                      ? "More were not measured, and may bring more."
                      : best.low() == best.high()
                          ? "More bring less than " + mostGain() + " on top."
                          : "The rounds leave %d to %d clients open."
                              .formatted(best.low(), best.high())));
    }
  }

  /** What each factor changes that no other point is about, the largest change of each first. */
  private void others() {
    int given = 0;
    for (String factor : cells.varied()) {
      if (OWN.contains(factor) || given == MOST_GIVEN) {
        continue;
      }
      List<CellRecord> group = chosen(groups(factor));
      if (group.isEmpty()) {
        continue;
      }
      CellRecord base = base(group);
      List<String> lines = new ArrayList<>();
      group.stream()
          .filter(cell -> !cell.id().equals(base.id()))
          .map(cell -> new Change(cell, ratios.of(cell, base)))
          .filter(change -> change.ratio() != null)
          .sorted(Comparator.comparingDouble(Change::size).reversed())
          .limit(2)
          .forEach(
              change ->
                  lines.add(
                      against(
                          change.cell(),
                          base,
                          List.of(factor),
                          Objects.requireNonNull(change.ratio()))));
      if (!lines.isEmpty()) {
        points.add(String.join(" ", lines));
        given++;
      }
    }
  }

  private record Change(CellRecord cell, @Nullable Interval ratio) {
    double size() {
      return ratio == null ? 0 : Math.abs(Math.log(ratio.mean()));
    }
  }

  private String against(CellRecord cell, CellRecord base, List<String> factors, Interval ratio) {
    String with = with(base, Phrases.besides(cells.varied(), factors));
    String noun = Phrases.capital(Phrases.noun(cell, factors));
    String other = Phrases.noun(base, factors);
    return Phrases.differs(ratio)
        ? "%s: %s the documents/s of %s%s.".formatted(noun, Phrases.times(ratio), other, with)
        : "%s or %s: no difference is shown, %s the documents/s%s. %s"
            .formatted(noun, other, Phrases.times(ratio), with, Phrases.open(ratio));
  }

  /** The baseline if it is one of them, else the first. */
  private CellRecord base(List<CellRecord> group) {
    return group.stream()
        .filter(cell -> cell.id().equals(run.baseline()))
        .findFirst()
        .orElse(group.get(0));
  }

  /** What holds back the setting that was chosen, and what a document costs there. */
  List<String> limit() {
    CellRecord cell = way;
    if (cell == null) {
      cell =
          measured.stream()
              .filter(any -> any.id().equals(run.baseline()))
              .findFirst()
              .orElse(measured.size() == 1 ? measured.get(0) : null);
    }
    if (cell == null) {
      cell = measured.stream().max(Comparator.comparingDouble(StudyAnswer::mean)).orElse(null);
    }
    if (cell == null) {
      return List.of();
    }
    Interval rate = Objects.requireNonNull(cell.documentsPerSecond());
    StringBuilder text = new StringBuilder();
    String with = with(cell, cells.varied()).replaceFirst("^, ", "");
    text.append(with.isEmpty() ? "Measured: " : Phrases.capital(with) + ": ")
        .append(Phrases.rate(rate, "documents/s"))
        .append(".");
    text.append(' ').append(Limits.sentence(run, cell));
    String cost = Limits.cost(cell);
    if (!cost.isEmpty()) {
      text.append(' ').append(cost);
    }
    return List.of(text.toString());
  }

  private String with(CellRecord cell, List<String> factors) {
    return Phrases.with(cells, cell, factors);
  }

  private static double orNaN(@Nullable Double figure) {
    return figure == null ? Double.NaN : figure;
  }

  /** Measured cells that agree in every factor but these, two or more of them. */
  private List<List<CellRecord>> groups(String... factors) {
    return cells.alikeBut(factors).stream()
        .map(group -> group.stream().filter(measured::contains).toList())
        .filter(group -> group.size() > 1)
        .toList();
  }

  /** That of the setting chosen so far, or of the baseline; else the busiest, else the largest. */
  private List<CellRecord> chosen(List<List<CellRecord>> groups) {
    return groups.stream()
        .max(
            Comparator.comparing((List<CellRecord> group) -> way != null && group.contains(way))
                .thenComparing(group -> group.stream().anyMatch(this::isBaseline))
                .thenComparing(group -> group.stream().mapToInt(Matrix::inFlight).max().orElse(0))
                .thenComparing(List::size))
        .orElse(List.of());
  }

  private boolean isBaseline(CellRecord cell) {
    return cell.id().equals(run.baseline());
  }

  private List<String> varied(String... without) {
    List<String> factors = new ArrayList<>(cells.varied());
    factors.removeAll(List.of(without));
    return factors;
  }

  private static Map<String, String> but(CellRecord cell, String... factors) {
    Map<String, String> others = new TreeMap<>(cell.factors());
    others.keySet().removeAll(new LinkedHashSet<>(List.of(factors)));
    return others;
  }

  private static boolean isBulk(CellRecord cell) {
    return value(cell, OPERATION).matches("bulk.*|insertMany|clientBulk");
  }

  private static String call(CellRecord cell) {
    return Phrases.sent(cell).replaceFirst(" of \\d+$", "");
  }

  private static String value(CellRecord cell, String factor) {
    return cell.factors().getOrDefault(factor, "");
  }

  private static double mean(CellRecord cell) {
    return Objects.requireNonNull(cell.documentsPerSecond()).mean();
  }
}
