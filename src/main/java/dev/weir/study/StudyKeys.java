package dev.weir.study;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a study file: its reader, its JSON Schema and its page of the manual rest on them.
 */
public final class StudyKeys {
  private static final Study ABSENT = Study.named("absent");

  private static final Form.Scalar NAME =
      Form.name("[a-z0-9][a-z0-9-]{0,57}", "lower-case letters, digits and hyphens, at most 58");
  private static final Form.Scalar TEXT = Form.text("a sentence");
  private static final Form.Scalar PERCENT =
      Form.pattern("(?!0+(\\.0+)?%)\\d{1,2}(\\.\\d{1,3})?%", "a percentage such as 8%");
  private static final Form.Scalar TIME =
      Form.checked(
          "(?=.*[1-9])(\\d+ ?h ?)?(\\d+ ?m ?)?(\\d+(\\.\\d{1,9})? ?s)?",
          "a time such as 0.25s, 90s or 4m30s",
          StudyKeys::notATime);

  /** One value of each factor that is named. */
  private static final Form.Mapping CELL = Form.shared("cell", "", factors(false));

  /** Values of each factor that is named. */
  private static final Form.Mapping CELLS = Form.shared("cells", "", factors(true));

  private static final List<FileKey> TEST =
      List.of(
          FileKey.optional(
              "figure",
              Form.choice(Figure.values()),
              Figure.DOCUMENTS_PER_SECOND,
              "What is compared"),
          FileKey.optional("where", CELL, "", "What both cells share"),
          FileKey.optional("compare", CELL, "", "The cell that is compared"),
          FileKey.optional("to", CELL, "", "The cell that it is compared to"),
          FileKey.optional(
              "along", Form.choice(Factor.names()), "", "The factor whose values a trend follows"),
          FileKey.optional(
              "ratio",
              Form.mapping(
                  "ratio",
                  "ratio.",
                  List.of(
                      FileKey.optional("from", ratio(), "0", "Its least value"),
                      FileKey.optional("to", ratio(), "no bound", "Its greatest value"))),
              "",
              "The range that the ratio lies in"),
          FileKey.optional(
              "noDifference", PERCENT, "", "The ratio differs from 1 by less than this"),
          FileKey.optional(
              "trend",
              Form.choice(List.of("falls", "rises")),
              "",
              "Whether the figure falls or rises"),
          FileKey.optional("by", PERCENT, "5%", "The smallest change that counts as a trend"),
          FileKey.optional(
              "heldBackBy",
              Form.list(Form.text("names of limits")),
              "",
              "The limits of the cell of 'compare'"),
          FileKey.optional(
              "atMost",
              Form.number(0, 1e9),
              "",
              "The bound of the figure in every trial of the cells that 'compare' names"));

  private static final List<FileKey> CLAIM =
      List.of(
          FileKey.required(
              "id",
              Form.name(
                  "[a-z0-9][a-z0-9.-]{0,39}",
                  "lower-case letters, digits, dots and hyphens, at most 40"),
              "Its name in tables"),
          FileKey.required("text", TEXT, "What is claimed"),
          FileKey.optional("report", TEXT, "", "What the cited report says of it"),
          FileKey.optional(
              "source", Form.choice(List.of("report", "ours")), "report", "Who claims it"),
          FileKey.optional(
              "hosts",
              Form.choice(List.of("any", "separate")),
              "any",
              "Whether the claim needs client and server on separate hosts"),
          FileKey.optional(
              "scale",
              Form.choice(List.of("any", "full")),
              "any",
              "Whether only a run at full scale answers it"),
          FileKey.optional("notTestable", TEXT, "", "Why no run answers it"),
          FileKey.optional(
              "all",
              Form.list(Form.shared("comparison", "", TEST)),
              "",
              "Several comparisons; the claim needs every one of them"));

  private static final List<FileKey> ALL = all();

  /** What a study may say differently under {@code full}; each replaces the key of that name. */
  private static final List<String> IN_FULL =
      List.of(
          "documents",
          "rounds",
          "precision",
          "budget",
          "trial",
          "warmUp",
          "factors",
          "exclude",
          "include");

  /** A whole study file. */
  public static final Form.Mapping STUDY = Form.mapping("the study", "", withFull());

  private StudyKeys() {}

  /** The keys of a claim's one comparison, or of each under {@code all}. */
  static List<String> ofComparison() {
    return names(TEST);
  }

  /** The keys of a claim beside its comparison. */
  static List<String> ofClaim() {
    return names(CLAIM);
  }

  /** The names of the parts of a study that have a table of their own in the manual. */
  public static List<Form.Mapping> parts() {
    return List.of(
        Form.mapping("factors", "", CELLS.keys()),
        Form.mapping("claims", "", CLAIM),
        Form.mapping("a comparison", "", TEST));
  }

  private static List<FileKey> all() {
    Study.TrialTiming trial = ABSENT.trial();
    Study.Rounds rounds = ABSENT.rounds();
    return List.of(
        FileKey.required("name", NAME, "The name of the study, of its runs and its database"),
        FileKey.optional("question", TEXT, "", "What it asks"),
        FileKey.optional(
            "target",
            Form.choice(Target.values()),
            ABSENT.target(),
            "What is written to: a server, or one that acknowledges without work"),
        FileKey.optional(
            "topology",
            Form.choice(Topology.values()),
            ABSENT.topology(),
            "The deployment that Weir starts if you name none"),
        FileKey.optional(
            "mongod",
            Form.list(Form.text("options")),
            "",
            "Further options of a mongod that Weir starts"),
        FileKey.optional(
            "seed",
            Form.whole(Long.MIN_VALUE, Long.MAX_VALUE),
            ABSENT.seed(),
            "The seed of order, keys and values"),
        FileKey.optional(
            "documents",
            Form.whole(1, 100_000_000),
            ABSENT.documents(),
            "Documents in the collection"),
        FileKey.optional(
            "order",
            Form.choice(Order.values()),
            ABSENT.order(),
            "The order of the cells in a round"),
        FileKey.optional(
            "rounds",
            Form.mapping(
                "rounds",
                "rounds.",
                List.of(
                    FileKey.optional("min", Form.whole(1, 1000), rounds.min(), "The fewest"),
                    FileKey.optional("max", Form.whole(1, 1000), rounds.max(), "The most"))),
            "",
            "How often every cell is measured, each time on a fresh JVM"),
        FileKey.optional(
            "precision",
            PERCENT,
            percent(ABSENT.precision()),
            "The run may stop when the half width of each interval is at most this share of "
                + "the mean"),
        FileKey.optional(
            "confidence", PERCENT, percent(ABSENT.confidence()), "The level of the intervals"),
        FileKey.optional(
            "budget",
            TIME,
            time(ABSENT.budget()),
            "Time limit: after the fewest rounds, no round starts that would end later"),
        FileKey.optional(
            "trial",
            Form.mapping(
                "trial",
                "trial.",
                List.of(
                    FileKey.optional(
                        "measure",
                        TIME,
                        time(trial.measure()),
                        "Measured time of a trial, all its turns together"),
                    FileKey.optional("window", TIME, time(trial.window()), "Unit of the raw rates"),
                    FileKey.optional(
                        "settleAtMost",
                        TIME,
                        time(trial.settleAtMost()),
                        "Longest time until steady state is shown"),
                    FileKey.optional(
                        "turn",
                        TIME,
                        time(trial.turn()) + "; as long as measure where that is a minute",
                        "Measured time of a turn, at least four windows"),
                    FileKey.optional(
                        "leadIn",
                        TIME,
                        time(trial.leadIn()),
                        "Time that a cell works before a turn, not measured"),
                    FileKey.optional(
                        "alike",
                        TIME,
                        "",
                        "Time by turns of calls for cells that are alike to the server: driver,"
                            + " encoding, pool"))),
            "",
            "How one trial is timed"),
        FileKey.optional(
            "warmUp",
            Form.mapping(
                "warmUp",
                "warmUp.",
                List.of(
                    FileKey.optional(
                        "atMost", TIME, time(ABSENT.warmUp().atMost()), "Longest warm-up"))),
            "",
            "How a fresh JVM is warmed up"),
        FileKey.optional("baseline", CELL, "", "The cell that ratios compare with"),
        FileKey.required("factors", CELLS, "What is varied: every combination is a cell"),
        FileKey.optional(
            "samples",
            new Form.Named(Form.text("models")),
            "",
            "In records only: the models of the samples, instead of their values"),
        FileKey.optional(
            "exclude",
            Form.list(exclusion()),
            "",
            "Combinations of factors that are left out, and why"),
        FileKey.optional(
            "include",
            Form.list(CELL),
            "",
            "Single cells in addition to the combinations; exclude leaves none of them out"),
        FileKey.optional("claims", Form.list(claim()), "", "Statements that the run answers"),
        FileKey.optional(
            "scale",
            Form.choice(Scale.values()),
            ABSENT.scale(),
            "Whether the study has its full size or is scaled down"));
  }

  private static List<FileKey> withFull() {
    List<FileKey> keys = new ArrayList<>(ALL);
    keys.add(
        FileKey.optional(
            "full",
            Form.mapping("full", "", Form.some(ALL, IN_FULL)),
            "",
            "Keys that --scale full replaces; without them the study is the scaled-down one"));
    return keys;
  }

  private static List<FileKey> factors(boolean several) {
    List<FileKey> keys = new ArrayList<>();
    for (Factor<?> factor : Factor.all()) {
      Form form = several ? Form.oneOrMore(factor.form()) : factor.form();
      keys.add(FileKey.optional(factor.yamlName(), form, factor.defaultValue(), factor.meaning()));
    }
    return keys;
  }

  private static Form.Mapping exclusion() {
    List<FileKey> keys = new ArrayList<>(factors(true));
    keys.add(FileKey.optional("because", TEXT, "excluded by the study", "Why they are left out"));
    return Form.shared("exclusion", "", keys);
  }

  private static Form.Mapping claim() {
    return Form.shared("claim", "a claim", Stream.concat(CLAIM.stream(), TEST.stream()).toList());
  }

  private static Form.Scalar ratio() {
    return Form.number(1e-6, 1e6, "a ratio such as 0.5 or 1.46");
  }

  private static List<String> names(List<FileKey> keys) {
    return keys.stream().map(FileKey::name).toList();
  }

  private static @Nullable String notATime(String text) {
    try {
      Duration duration = Duration.parse("PT" + text.replace(" ", ""));
      if (duration.compareTo(Duration.ZERO) > 0 && duration.compareTo(Duration.ofDays(7)) <= 0) {
        return null;
      }
    } catch (DateTimeParseException e) {
      // Falls through to the one message for every bad duration.
    }
    return "'" + text + "' is not a time such as 0.25s, 90s or 4m30s";
  }

  /** A time as a study file says it. */
  private static String time(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static String percent(double share) {
    return Math.round(share * 100) + "%";
  }
}
