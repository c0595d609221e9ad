package dev.weir.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RequestedRate;
import dev.weir.record.RunRecord;
import dev.weir.report.Digits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lines of a shell that measure a run again and make its page again. */
final class Commands {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/,:%+=@-]{1,200}");
  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER));

  private final RunRecord run;
  private final String folder;
  private final List<String> lines = new ArrayList<>();

  private Commands(RunRecord run, String folder) {
    this.run = run;
    this.folder = folder;
  }

  /**
   * @param folder name of the run's folder
   * @param turns whether another side was measured by turns with this one
   */
  static List<String> of(RunRecord run, String folder, boolean turns) {
    Commands commands = new Commands(run, folder);
    commands.build();
    if (RecordedStudy.isOfYcsb(run)) {
      commands.ycsb();
    } else if (RecordedStudy.isOfLoad(run)) {
      commands.load();
    } else {
      commands.study(turns);
    }
    commands.report();
    return List.copyOf(commands.lines);
  }

  private void build() {
    if (PLAIN.matcher(run.tool().commit()).matches() && !run.tool().commit().equals("unknown")) {
      String dirty = run.tool().dirty() ? "  # it was measured with uncommitted changes" : "";
      lines.add("git checkout " + run.tool().commit() + dirty);
    }
    lines.add("mvn package -DskipTests");
  }

  private void study(boolean turns) {
    if (turns) {
      lines.add("# one side of a comparison by turns, see turns.json; this side alone again:");
    }
    lines.add("# save the study below as study.yaml");
    lines.add(uri() + "ops/weir study study.yaml");
  }

  private void ycsb() {
    Line line = new Line(uri() + "ops/weir ycsb " + phases());
    lines.add("# save the properties below as workload.properties");
    line.add("-P", "workload.properties");
    line.add("--threads", value("threads"));
    if (!"0".equals(value(RequestedRate.TARGET))) {
      line.add("--target", value(RequestedRate.TARGET));
    }
    line.add("--driver", value("driver"));
    line.add("--repeats", value("repeats"));
    line.add("--warm-up", without("s", value("warmUp")));
    topology(line);
    lines.add(line.toString());
  }

  private String phases() {
    Object phases = run.study().get("phases");
    return phases instanceof List<?> list && list.size() == 1
        ? Line.quoted(String.valueOf(list.get(0)))
        : "both";
  }

  private void load() {
    Line line = new Line(uri() + "ops/weir load");
    if ("economy".equals(value("mix"))) {
      economy(line);
    } else {
      updates(line);
    }
    line.add("--ramp", value("ramp"));
    line.add("--duration", value("duration"));
    if (Boolean.TRUE.equals(run.study().get("tolerateErrors"))) {
      line.add("--tolerate-errors", null);
    }
    line.add("--seed", String.valueOf(run.seed()));
    topology(line);
    lines.add(line.toString());
  }

  private void updates(Line line) {
    line.add("--rate", value(RequestedRate.RATE));
    line.add("--arrivals", value(RequestedRate.ARRIVALS));
    line.add("--documents", value("documents"));
    line.add("--queue", value("queue"));
    if (run.study().get("factors") instanceof Map<?, ?> factors) {
      factors.forEach(
          (factor, value) -> {
            switch (String.valueOf(factor)) {
              case "batch" -> line.add("--batch", String.valueOf(value));
              case "inFlight" -> line.add("--in-flight", String.valueOf(value));
              default -> line.add("--factor", factor + "=" + value);
            }
          });
    }
    if (run.study().get("findMax") instanceof Map<?, ?> search) {
      line.add("--find-max", null);
      line.add("--slo", String.valueOf(search.get("slo")));
      line.add("--most", String.valueOf(search.get("most")));
      if (search.get("precision") instanceof Number share) {
        line.add("--precision", Digits.plain(share.doubleValue() * 100) + "%");
      }
      line.add("--checkpoints", String.valueOf(search.get("checkpoints")));
      line.add("--checkpoint", String.valueOf(search.get("checkpoint")));
    } else {
      line.add("--repeats", value("repeats"));
    }
  }

  private void economy(Line line) {
    line.add("--mix", "economy");
    line.add("--workers", value("workers"));
    Object poolings = run.study().get("poolings");
    boolean both = poolings instanceof List<?> list && list.size() > 1;
    String one = poolings instanceof List<?> list && list.size() == 1 ? "" + list.get(0) : "";
    line.add("--pooling", both ? "both" : one);
    if (!one.equals("session")) {
      line.add("--pool", value("pool"));
    }
    line.add("--rate", value(RequestedRate.RATE));
    line.add("--rounds", value("rounds"));
    if (run.study().get("injectErrors") instanceof Number share && share.doubleValue() > 0) {
      line.add("--inject-errors", Digits.plain(share.doubleValue() * 100) + "%");
    }
  }

  /** Of a server that Weir started; one that it attached to has its own. */
  private void topology(Line line) {
    if (!attached()) {
      line.add("--topology", run.server().topology());
    }
  }

  private void report() {
    if (FOLDER.matcher(folder).matches()) {
      lines.add("# this page again, from the record alone");
      lines.add("ops/weir report results/" + folder);
    }
  }

  private String value(String key) {
    return String.valueOf(run.study().getOrDefault(key, ""));
  }

  private static String without(String end, String text) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  private boolean attached() {
    return !run.server().source().isOurs();
  }

  private String uri() {
    return attached() ? "WEIR_URI=mongodb://… " : "";
  }

  /** What was run: the effective study as a study file holds it, or YCSB's properties. */
  static Section.Code study(RunRecord run) {
    if (!RecordedStudy.isOfFile(run)
        && run.study().get("properties") instanceof Map<?, ?> properties) {
      return new Section.Code("The workload's properties as they were run", lines(properties));
    }
    return new Section.Code(
        RecordedStudy.isOfFile(run) ? "The study as it was run" : "What was asked for", yaml(run));
  }

  /** As a file of Java properties; YCSB's names and values need no escapes but backslashes. */
  private static String lines(Map<?, ?> properties) {
    StringBuilder lines = new StringBuilder();
    properties.forEach(
        (name, value) ->
            lines.append(
                String.format("%s=%s%n", name, String.valueOf(value).replace("\\", "\\\\"))));
    return lines.toString();
  }

  private static String yaml(RunRecord run) {
    try {
      return YAML.writeValueAsString(run.study());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record's study came from JSON", e);
    }
  }

  /** A command in the making. A record may hold anything, so what is not plain is quoted. */
  private static final class Line {
    private final StringBuilder text;

    Line(String command) {
      text = new StringBuilder(command);
    }

    /** Adds an option; nothing if its value is not in the record. */
    void add(String option, @Nullable String value) {
      if (value == null) {
        text.append(' ').append(option);
      } else if (!value.isEmpty() && !value.equals("null")) {
        text.append(' ').append(option).append(' ').append(quoted(value));
      }
    }

    static String quoted(String value) {
      return PLAIN.matcher(value).matches()
          ? value
          : "'" + value.replaceAll("\\p{Cntrl}", " ").replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
