package dev.weir.capture.timeline;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code proc.txt} of {@code capture.sh}: load average, CPU time, pressure and network bytes, in
 * the words of proc(5) and the kernel's PSI documentation; where iostat or vmstat is missing, also
 * what {@link OwnHostTools} makes their columns of. Pressure is the share of the second in which
 * tasks stalled, from the {@code total} microseconds, not one of the kernel's slow averages.
 */
public final class ProcReader implements SampleReader {
  private static final List<String> CPU =
      List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal");

  private final Lines lines;
  private final Rates rates = new Rates();
  private final OwnHostTools tools = new OwnHostTools();
  private long stamp = Long.MIN_VALUE;
  private Map<String, Double> counters = new LinkedHashMap<>();
  private Map<String, Double> gauges = new LinkedHashMap<>();
  private double cores = Double.NaN;

  ProcReader(Lines lines) {
    this.lines = lines;
  }

  @Override
  public @Nullable Sample next() throws IOException {
    String line;
    while ((line = lines.next()) != null) {
      String[] words = line.strip().split("\\s+");
      Double time = Numbers.decimal(words[0]);
      if (time == null || words.length < 3 || words[0].length() > 15) {
        lines.problem("no line of capture.sh: " + Problems.quote(line));
        continue;
      }
      Sample done = time.longValue() == stamp ? null : flush();
      stamp = time.longValue();
      if (!take(words)) {
        lines.problem("not as the kernel writes it: " + Problems.quote(line));
      }
      if (done != null) {
        return done;
      }
    }
    Sample last = flush();
    stamp = Long.MIN_VALUE;
    return last;
  }

  private boolean take(String[] words) {
    return switch (words[1]) {
      case "cores" -> {
        Double value = Numbers.decimal(words[2]);
        cores = value == null || value < 1 ? Double.NaN : value;
        yield value != null;
      }
      case "loadavg" -> load(words[2]);
      case "stat" -> cpu(words);
      case "psi" -> pressure(words);
      case "net" -> network(words);
      case "disk" -> tools.disk(List.of(words).subList(2, words.length));
      case "vm" -> words.length > 3 && tools.number(words[2], words[3], counters);
      default -> false;
    };
  }

  private boolean load(String oneMinute) {
    Double value = Numbers.decimal(oneMinute);
    if (value == null) {
      return false;
    }
    gauges.put("load_1m", value);
    if (!Double.isNaN(cores)) {
      gauges.put("load_1m_over_2x_cores", value / (2 * cores));
    }
    return true;
  }

  private boolean cpu(String[] words) {
    Map<String, Double> ticks = new LinkedHashMap<>();
    for (int i = 0; i < CPU.size() && i + 3 < words.length; i++) {
      Double value = Numbers.decimal(words[i + 3]);
      if (value == null) {
        return false;
      }
      ticks.put("cpu " + CPU.get(i), value);
    }
    counters.putAll(ticks);
    return ticks.size() >= 4;
  }

  private boolean pressure(String[] words) {
    String last = words[words.length - 1];
    Double total = last.startsWith("total=") ? Numbers.decimal(last.substring(6)) : null;
    if (words.length < 5 || total == null) {
      return false;
    }
    counters.put("psi " + Names.column(words[2]) + "_" + Names.column(words[3]), total);
    return true;
  }

  private boolean network(String[] words) {
    // The kernel pads names with blanks on the left only, so "lo:123" may be one word.
    String text = String.join(" ", List.of(words).subList(2, words.length)).replace(":", ": ");
    String[] parts = text.split("\\s+", -1);
    Double in = parts.length > 9 ? Numbers.decimal(parts[1]) : null;
    Double out = parts.length > 9 ? Numbers.decimal(parts[9]) : null;
    if (in == null || out == null) {
      return false;
    }
    // Most hosts carry interfaces that never saw a byte.
    if (in + out > 0) {
      counters.put("net " + Names.column(parts[0]) + "_rx", in);
      counters.put("net " + Names.column(parts[0]) + "_tx", out);
    }
    return true;
  }

  private @Nullable Sample flush() {
    if (counters.isEmpty() && gauges.isEmpty()) {
      return null;
    }
    Sample sample = Sample.at(stamp);
    sample.numbers().putAll(gauges);
    rates.step(stamp, counters);
    tools.put(rates, putCpu(sample), sample);
    for (String counter : counters.keySet()) {
      rates
          .perSecond(counter)
          .ifPresent(
              perSecond -> {
                if (counter.startsWith("psi ")) {
                  sample.numbers().put("psi_" + counter.substring(4) + "_pct", perSecond / 1e4);
                } else if (counter.startsWith("net ")) {
                  sample
                      .numbers()
                      .put("net_" + counter.substring(4) + "_mb_per_s", perSecond / 1e6);
                }
              });
    }
    counters = new LinkedHashMap<>();
    gauges = new LinkedHashMap<>();
    return sample.isEmpty() ? null : sample;
  }

  /** Returns the share of each state in percent, empty if the kernel said nothing of it. */
  private Map<String, Double> putCpu(Sample sample) {
    Map<String, Double> share = new LinkedHashMap<>();
    double all = 0;
    for (String kind : CPU) {
      double ticks = rates.delta("cpu " + kind).orElse(0);
      share.put(kind, ticks);
      all += ticks;
    }
    if (all <= 0) {
      return Map.of();
    }
    double total = all;
    share.replaceAll((kind, ticks) -> 100 * ticks / total);
    double idle = share.getOrDefault("idle", 0.0) + share.getOrDefault("iowait", 0.0);
    // Waiting for a disk is not work: iowait counts as idle.
    sample.numbers().put("host_cpu_busy_pct", 100 - idle);
    for (String kind : List.of("user", "system", "softirq", "iowait", "steal")) {
      sample.numbers().put("host_cpu_" + kind + "_pct", share.getOrDefault(kind, 0.0));
    }
    return share;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
