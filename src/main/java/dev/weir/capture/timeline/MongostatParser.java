package dev.weir.capture.timeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code mongostat --json}, with or without {@code --humanReadable=false}; one object a line, a
 * member per host.
 *
 * <p>Meanings follow mongo-tools ({@code mongostat/status/readers.go}, {@code
 * common/text/units.go}): a rate with {@code *} is replicated, {@code a|b} is own and replicated;
 * network amounts are bytes although the tool calls them bits, with lower-case units of 1000; sizes
 * have upper-case units of 1024; {@code qrw}, {@code arw} are readers and writers; {@code flushes}
 * counts the checkpoints since the line before. {@code time} has no date and is resolved to the day
 * nearest to the line before, the first to that nearest to when the capture started.
 */
public final class MongostatParser implements SampleReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern AMOUNT =
      Pattern.compile("(-?\\d{1,18}(?:\\.\\d{1,6})?)([bkmgBKMG]?)");
  private static final List<String> RATES =
      List.of("insert", "query", "update", "delete", "getmore", "command");
  private static final Map<String, String> AMOUNTS =
      Map.of(
          "vsize", "vsize_bytes",
          "res", "res_bytes",
          "net_in", "net_in_bytes_per_s",
          "net_out", "net_out_bytes_per_s",
          "conn", "conn",
          "flushes", "flushes",
          "dirty", "dirty_pct",
          "used", "used_pct");
  private static final Map<String, List<String>> PAIRS =
      Map.of(
          "qrw", List.of("queued_readers", "queued_writers"),
          "arw", List.of("active_readers", "active_writers"));

  private final Lines lines;
  private final ArrayDeque<Sample> ready = new ArrayDeque<>();
  private Instant near;
  private @Nullable String firstHost;

  /**
   * Reads from the first line on.
   *
   * @param started roughly when the file's first line was written
   */
  MongostatParser(Lines lines, Instant started) {
    this.lines = lines;
    this.near = started;
  }

  @Override
  public @Nullable Sample next() throws IOException {
    while (ready.isEmpty()) {
      String line = lines.next();
      if (line == null) {
        return null;
      }
      if (!line.isBlank()) {
        take(line);
      }
    }
    return ready.poll();
  }

  private void take(String line) {
    JsonNode root;
    try {
      root = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      lines.problem("no JSON: " + Problems.quote(line));
      return;
    }
    if (root == null || !root.isObject()) {
      lines.problem("no JSON object: " + Problems.quote(line));
      return;
    }
    Iterator<Map.Entry<String, JsonNode>> hosts = root.properties().iterator();
    while (hosts.hasNext()) {
      Map.Entry<String, JsonNode> host = hosts.next();
      JsonNode error = host.getValue().get("error");
      if (error != null) {
        lines.problem("mongostat says: " + Problems.quote(error.asText()));
        continue;
      }
      Sample sample = sample(host.getKey(), host.getValue());
      if (sample != null) {
        ready.add(sample);
      }
    }
  }

  private @Nullable Sample sample(String host, JsonNode stat) {
    Instant time = time(stat.path("time").asText());
    if (time == null) {
      lines.problem("no time of day: " + Problems.quote(stat.path("time").asText()));
      return null;
    }
    if (firstHost == null) {
      firstHost = host;
    }
    // A single host, the rule, needs no name in its columns.
    String prefix = host.equals(firstHost) ? "mongostat_" : "mongostat_" + Names.column(host) + "_";
    Sample sample = Sample.at(time.toEpochMilli());
    for (Map.Entry<String, JsonNode> field : stat.properties()) {
      String text = field.getValue().asText();
      if (!text.isEmpty() && !put(prefix, field.getKey(), text, sample)) {
        lines.problem("no value of " + field.getKey() + ": " + Problems.quote(text));
      }
    }
    return sample;
  }

  /** False if the text is no value of that column. */
  private static boolean put(String prefix, String name, String text, Sample sample) {
    if (RATES.contains(name)) {
      return putRate(prefix + name, text, sample);
    }
    String amount = AMOUNTS.get(name);
    List<String> pair = PAIRS.get(name);
    if (amount != null) {
      Double value = amount(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
      return value != null && put(prefix + amount, value, sample);
    }
    if (pair != null) {
      String[] both = text.split("\\|", -1);
      Double left = both.length == 2 ? amount(both[0]) : null;
      Double right = both.length == 2 ? amount(both[1]) : null;
      return left != null
          && right != null
          && put(prefix + pair.get(0), left, sample)
          && put(prefix + pair.get(1), right, sample);
    }
    if (name.equals("set") || name.equals("repl")) {
      sample.texts().put(prefix + name, text);
    }
    return true;
  }

  private static boolean putRate(String column, String text, Sample sample) {
    int bar = text.indexOf('|');
    boolean replicated = text.startsWith("*");
    Double own = replicated ? Double.valueOf(0) : amount(bar < 0 ? text : text.substring(0, bar));
    Double repl =
        replicated
            ? amount(text.substring(1))
            : bar < 0 ? Double.valueOf(0) : amount(text.substring(bar + 1));
    return own != null
        && repl != null
        && put(column + "_per_s", own, sample)
        && put(column + "_replicated_per_s", repl, sample);
  }

  private static boolean put(String column, double value, Sample sample) {
    sample.numbers().put(column, value);
    return true;
  }

  /** A number with mongostat's unit, in ones. */
  static @Nullable Double amount(String text) {
    Matcher amount = AMOUNT.matcher(text);
    if (!amount.matches()) {
      return null;
    }
    String unit = amount.group(2);
    double base = unit.equals(unit.toUpperCase(Locale.ROOT)) ? 1024 : 1000;
    int power = Math.max(0, "bkmg".indexOf(unit.toLowerCase(Locale.ROOT)));
    return Double.parseDouble(amount.group(1)) * Math.pow(base, unit.isEmpty() ? 0 : power);
  }

  private @Nullable Instant time(String text) {
    LocalTime time;
    try {
      time = LocalTime.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
    LocalDate day = near.atZone(ZoneOffset.UTC).toLocalDate();
    long here = near.toEpochMilli();
    long nearest =
        LongStream.of(-1, 0, 1)
            .map(days -> day.plusDays(days).atTime(time).toInstant(ZoneOffset.UTC).toEpochMilli())
            .boxed()
            .min(Comparator.comparingLong(each -> Math.abs(each - here)))
            .orElseThrow();
    near = Instant.ofEpochMilli(nearest);
    return near;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
