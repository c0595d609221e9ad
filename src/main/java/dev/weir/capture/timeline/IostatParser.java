package dev.weir.capture.timeline;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of {@code iostat -xmt} in the C locale, in UTC, with its time in ISO form or as
 * month/day/year. Columns are found by the header, which differs between versions of sysstat. The
 * first sample is the average since boot and is dropped. Units as in iostat(1): megabytes of {@code
 * -m} are 2^20 bytes, waits milliseconds.
 */
public final class IostatParser implements SampleReader {
  private static final Pattern ISO =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)([+-]\\d\\d:?\\d\\d|Z)");
  private static final Pattern US =
      Pattern.compile("(\\d\\d)/(\\d\\d)/(\\d\\d|\\d{4}) (\\d\\d:\\d\\d:\\d\\d)( [AP]M)?");
  private static final DateTimeFormatter TWELVE_HOURS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd hh:mm:ss a", Locale.ROOT);

  private final Lines lines;
  private List<String> cpu = List.of();
  private List<String> devices = List.of();
  private boolean cpuNext;
  private @Nullable Sample pending;
  private boolean first = true;

  IostatParser(Lines lines) {
    this.lines = lines;
  }

  @Override
  public @Nullable Sample next() throws IOException {
    String line;
    while ((line = lines.next()) != null) {
      Sample done = take(line.strip());
      if (done != null) {
        return done;
      }
    }
    Sample last = pending;
    pending = null;
    return last == null || last.isEmpty() || first ? null : last;
  }

  /** Takes a line; returns the sample before it if the line starts a new one. */
  private @Nullable Sample take(String line) {
    if (line.isEmpty() || line.startsWith("Linux ")) {
      return null;
    }
    Long time = time(line);
    if (time != null) {
      Sample done = pending;
      pending = Sample.at(time);
      cpuNext = false;
      if (done == null) {
        return null;
      }
      boolean sinceBoot = first;
      first = false;
      return sinceBoot || done.isEmpty() ? null : done;
    }
    List<String> words = List.of(line.split("\\s+"));
    if (words.get(0).equals("avg-cpu:")) {
      cpu = words.subList(1, words.size());
      cpuNext = true;
    } else if (words.get(0).equals("Device") || words.get(0).equals("Device:")) {
      devices = words.subList(1, words.size());
      cpuNext = false;
    } else if (cpuNext) {
      put("iostat_cpu", cpu, words, line);
      cpuNext = false;
    } else {
      put("iostat_" + Names.column(words.get(0)), devices, words.subList(1, words.size()), line);
    }
    return null;
  }

  private void put(String prefix, List<String> header, List<String> words, String line) {
    if (pending == null || header.isEmpty() || words.size() != header.size()) {
      lines.problem("no iostat line: " + Problems.quote(line));
      return;
    }
    Sample row = Sample.at(pending.epochMs());
    for (int i = 0; i < header.size(); i++) {
      Double value = Numbers.decimal(words.get(i));
      if (value == null) {
        lines.problem("no number: " + Problems.quote(words.get(i)));
        return;
      }
      row.numbers().put(prefix + "_" + column(header.get(i)), value);
    }
    pending.numbers().putAll(row.numbers());
  }

  /** The header's word with its unit spelt out: {@code wMB/s} is {@code w_mib_per_s}. */
  static String column(String header) {
    if (header.endsWith("MB/s")) {
      return Names.column(header.substring(0, header.length() - 4)) + "_mib_per_s";
    }
    if (header.endsWith("/s")) {
      return Names.column(header.substring(0, header.length() - 2)) + "_per_s";
    }
    if (header.startsWith("%")) {
      return Names.column(header) + "_pct";
    }
    if (header.endsWith("await") || header.equals("svctm")) {
      return Names.column(header) + "_ms";
    }
    if (header.endsWith("areq-sz")) {
      return Names.column(header) + "_kib";
    }
    return Names.column(header);
  }

  private @Nullable Long time(String line) {
    try {
      Matcher iso = ISO.matcher(line);
      if (iso.matches()) {
        ZoneOffset zone = ZoneOffset.of(iso.group(2));
        return OffsetDateTime.of(LocalDateTime.parse(iso.group(1)), zone)
            .toInstant()
            .toEpochMilli();
      }
      Matcher us = US.matcher(line);
      if (us.matches()) {
        String year = us.group(3).length() == 2 ? "20" + us.group(3) : us.group(3);
        String date = year + "-" + us.group(1) + "-" + us.group(2);
        LocalDateTime time =
            us.group(5) == null
                ? LocalDateTime.parse(date + "T" + us.group(4))
                : LocalDateTime.parse(date + " " + us.group(4) + us.group(5), TWELVE_HOURS);
        return time.toInstant(ZoneOffset.UTC).toEpochMilli();
      }
    } catch (DateTimeException e) {
      lines.problem("no such time: " + Problems.quote(line));
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
