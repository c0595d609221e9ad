package dev.weir.report;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run says to each claim of its study: the statement, the verdict, and the figure behind.
 */
final class ClaimAnswer {
  /** Comparisons of a claim whose figures are given; all are in the table. */
  private static final int MOST_GIVEN = 2;

  private static final double MOST_ROUNDS = 60;

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("documentsPerSecond", "documents/s"),
          Map.entry("timePerDocument", "time per document"),
          Map.entry("megabytesPerSecond", "MB/s"),
          Map.entry("jitter", "swing of the rate"),
          Map.entry("serverMicrosPerDocument", "server CPU per document"),
          Map.entry("clientMicrosPerDocument", "client CPU per document"),
          Map.entry("serviceTimeP50", "median time of a call"),
          Map.entry("serviceTimeP99", "p99 of a call's time"),
          Map.entry("poolWait", "wait for a connection"),
          Map.entry("connectionsPerDocument", "new connections per document"),
          Map.entry("queueSkew", "skew of the queues"),
          Map.entry("finishSkew", "skew of the workers' ends"),
          Map.entry("updatesLost", "updates lost"),
          Map.entry("meanLossOfPlan", "mean progress lost, as a share of the plan's"),
          Map.entry("worstLossOfPlan", "longest progress lost, as a share of the plan's"),
          Map.entry("acknowledgedLost", "acknowledged documents lost"),
          Map.entry("marksForgotten", "dirty marks forgotten"),
          Map.entry("sentAgain", "documents sent again"),
          Map.entry("writtenTwice", "documents written twice"),
          Map.entry("overdueSeconds", "longest wait of a save"),
          Map.entry("drainSeconds", "time to catch up"),
          Map.entry("catchUpP99", "p99 of a save's time while catching up"));

  private final CellSet cells;

  ClaimAnswer(CellSet cells) {
    this.cells = cells;
  }

  /** What the figure of that key is called in a sentence; its key if an older build wrote it. */
  static String words(String figure) {
    return WORDS.getOrDefault(figure, figure);
  }

  /** A point for each claim, decided ones first. */
  List<String> points(List<ClaimVerdict> claims) {
    List<String> points = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      claims.stream()
          .filter(claim -> claim.verdict() == verdict)
          .forEach(claim -> points.add(point(claim)));
    }
    return points;
  }

  private String point(ClaimVerdict claim) {
    List<String> sentences = new ArrayList<>();
    sentences.add("“" + PlainText.line(claim.text()) + "”");
    switch (claim.verdict()) {
      case CONFIRMED -> {
        sentences.add("Confirmed.");
        figures(claim, Verdict.CONFIRMED, sentences);
      }
      case CONTRADICTED -> {
        sentences.add("Contradicted.");
        figures(claim, Verdict.CONTRADICTED, sentences);
      }
      case NOT_SHOWN -> {
        sentences.add("We can't tell yet.");
        figures(claim, Verdict.NOT_SHOWN, sentences);
      }
      case NOT_TESTABLE -> notTestable(claim, sentences);
    }
    if (ClaimTable.isInfirm(claim)) {
      sentences.add(
          Phrases.format(
              "A rerun would say so in about %.0f of 100 times.",
              Objects.requireNonNullElse(claim.again(), 0.0) * 100));
    }
    return String.join(" ", sentences);
  }

  private void figures(ClaimVerdict claim, Verdict verdict, List<String> sentences) {
    List<Tested> tests = claim.tests().stream().filter(test -> test.verdict() == verdict).toList();
    for (Tested test : tests.subList(0, Math.min(MOST_GIVEN, tests.size()))) {
      sentences.add(measured(test));
      if (verdict != Verdict.CONFIRMED) {
        sentences.add("Expected was " + test.expected() + ".");
      }
      if (verdict == Verdict.NOT_SHOWN) {
        sentences.add(open(test));
      }
    }
    int more = tests.size() - MOST_GIVEN;
    if (more > 0) {
      sentences.add(
          more
              + (more == 1 ? " more comparison" : " more comparisons")
              + (verdict == Verdict.NOT_SHOWN
                  ? (more == 1 ? " is open, too." : " are open, too.")
                  : (more == 1 ? " says so." : " say so.")));
    }
  }

  private static void notTestable(ClaimVerdict claim, List<String> sentences) {
    String because = claim.because();
    if (because.startsWith("stated for separate hosts")) {
      sentences.add("We can't tell here: it takes client and server on separate hosts.");
      claim.tests().stream()
          .map(Tested::byServerCpu)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(
              ratio ->
                  sentences.add(
                      "By the server's CPU alone it would be " + Phrases.times(ratio) + "."));
    } else if (because.endsWith("at full scale only")) {
      sentences.add("We can't tell here: it takes a run with --scale full.");
    } else {
      sentences.add(
          "We can't tell here: " + PlainText.line(because).replaceFirst("\\.$", "") + ".");
    }
  }

  private String measured(Tested test) {
    Tested.About about = test.about();
    Interval ratio = test.ratio();
    CellRecord cell = about == null ? null : cell(about.cell());
    if (about == null || cell == null) {
      return "Measured: " + test.measured() + ".";
    }
    if (about.figure().isEmpty()) {
      return "Held back by: " + test.measured() + Phrases.with(cells, cell, cells.varied()) + ".";
    }
    if (ratio == null) {
      return "No round has its figures.";
    }
    String figure = words(about.figure());
    CellRecord to = about.to() == null ? null : cell(about.to());
    if (about.along() != null) {
      return "From the lowest to the highest "
          + Phrases.words(Labels.title(about.along()))
          + ", the "
          + figure
          + (to == null ? " changes to " : " in proportion changes to ")
          + Phrases.times(ratio)
          + ".";
    }
    if (to == null) {
      return "Measured: " + test.measured() + ".";
    }
    List<String> differing =
        cells.varied().stream()
            .filter(f -> !Objects.equals(cell.factors().get(f), to.factors().get(f)))
            .toList();
    List<String> alike = Phrases.besides(cells.varied(), differing);
    return Phrases.capital(Phrases.noun(cell, differing))
        + ": "
        + Phrases.times(ratio)
        + " the "
        + figure
        + " of "
        + Phrases.noun(to, differing)
        + Phrases.with(cells, to, alike, differing.size() > 1 ? 1 : 2)
        + ".";
  }

  /** What it takes to decide: rounds until the interval would end before the nearest bound. */
  private static String open(Tested test) {
    Interval ratio = test.ratio();
    Double from = test.from();
    Double to = test.to();
    if (ratio == null || !ratio.isKnown() || (from == null && to == null)) {
      return "It takes more rounds.";
    }
    double distance =
        Math.min(
            from == null ? Double.MAX_VALUE : Math.abs(Math.log(ratio.mean() / from)),
            to == null ? Double.MAX_VALUE : Math.abs(Math.log(ratio.mean() / to)));
    double half = Math.log(ratio.high() / ratio.low()) / 2;
    double rounds = Math.ceil(ratio.n() * (half / distance) * (half / distance));
    return rounds <= MOST_ROUNDS
        ? Phrases.format(
            "It takes about %.0f rounds, not %d.", Math.max(rounds, ratio.n() + 1.0), ratio.n())
        : "More rounds hardly decide it: the figure is too noisy or too near the bound.";
  }

  private @Nullable CellRecord cell(String id) {
    return cells.all().stream().filter(cell -> cell.id().equals(id)).findFirst().orElse(null);
  }
}
