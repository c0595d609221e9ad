package dev.weir.capture.timeline;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code vmstat -t} under {@code TZ=UTC}. Columns are found by the header, which differs between
 * versions. The first sample is the average since boot and is dropped. Units as in vmstat(8):
 * memory and swap KiB, {@code bi}/{@code bo} blocks of 1 KiB.
 */
public final class VmstatParser implements SampleReader {
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("r", "vmstat_runnable_tasks"),
          Map.entry("b", "vmstat_blocked_tasks"),
          Map.entry("swpd", "vmstat_swapped_kib"),
          Map.entry("free", "vmstat_free_kib"),
          Map.entry("buff", "vmstat_buffers_kib"),
          Map.entry("cache", "vmstat_cache_kib"),
          Map.entry("si", "vmstat_swap_in_kib_per_s"),
          Map.entry("so", "vmstat_swap_out_kib_per_s"),
          Map.entry("bi", "vmstat_blocks_in_kib_per_s"),
          Map.entry("bo", "vmstat_blocks_out_kib_per_s"),
          Map.entry("in", "vmstat_interrupts_per_s"),
          Map.entry("cs", "vmstat_context_switches_per_s"),
          Map.entry("us", "vmstat_user_pct"),
          Map.entry("sy", "vmstat_system_pct"),
          Map.entry("id", "vmstat_idle_pct"),
          Map.entry("wa", "vmstat_iowait_pct"),
          Map.entry("st", "vmstat_steal_pct"),
          Map.entry("gu", "vmstat_guest_pct"));

  private final Lines lines;
  private List<String> header = List.of();
  private boolean first = true;

  VmstatParser(Lines lines) {
    this.lines = lines;
  }

  @Override
  public @Nullable Sample next() throws IOException {
    String line;
    while ((line = lines.next()) != null) {
      List<String> words = List.of(line.strip().split("\\s+"));
      if (line.isBlank() || words.get(0).startsWith("procs")) {
        continue;
      }
      if (words.size() > 3 && words.get(0).equals("r") && words.get(1).equals("b")) {
        // The last word is the time zone, over two words of date and time.
        header = words.subList(0, words.size() - 1);
        continue;
      }
      Sample sample = sample(words, line);
      if (sample == null) {
        continue;
      }
      if (!first) {
        return sample;
      }
      first = false;
    }
    return null;
  }

  private @Nullable Sample sample(List<String> words, String line) {
    if (header.isEmpty() || words.size() != header.size() + 2) {
      lines.problem("no vmstat line: " + Problems.quote(line));
      return null;
    }
    long epochMs;
    try {
      epochMs =
          LocalDateTime.parse(words.get(header.size()) + "T" + words.get(header.size() + 1))
              .toInstant(ZoneOffset.UTC)
              .toEpochMilli();
    } catch (DateTimeParseException e) {
      lines.problem("no time at the end: " + Problems.quote(line));
      return null;
    }
    Sample sample = Sample.at(epochMs);
    for (int i = 0; i < header.size(); i++) {
      String column = COLUMNS.get(header.get(i));
      Double value = Numbers.decimal(words.get(i));
      if (value == null) {
        lines.problem("no number: " + Problems.quote(words.get(i)));
        return null;
      }
      if (column != null) {
        sample.numbers().put(column, value);
      }
    }
    return sample;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
