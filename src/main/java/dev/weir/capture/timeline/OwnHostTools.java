package dev.weir.capture.timeline;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The columns of iostat and vmstat out of the kernel's counters, for hosts that lack the tools:
 * {@code /proc/diskstats} (the kernel's admin-guide/iostats), {@code /proc/stat}, {@code
 * /proc/meminfo} and {@code /proc/vmstat} (proc(5)). Names and units are those of {@link
 * IostatParser} and {@link VmstatParser}; {@code iostat_by} and {@code vmstat_by} say {@code weir}.
 */
final class OwnHostTools {
  private static final double SECTORS_PER_MEBIBYTE = 2_048;
  private static final double KIBIBYTES_PER_SECTOR = 0.5;

  /** Where the kernel keeps a kind's requests, merges, sectors and milliseconds, from 0. */
  private static final Map<String, Integer> KINDS = Map.of("r", 0, "w", 4, "d", 11);

  private static final int IN_FLIGHT_MS = 10;
  private static final int BUSY_MS = 9;
  private static final int FLUSHES = 15;
  private static final int FLUSH_MS = 16;
  private static final int FEWEST_FIELDS = 11;

  private static final List<String> GAUGES =
      List.of("procs_running", "procs_blocked", "MemFree", "Buffers", "Cached", "SReclaimable");

  /** Pages that were swapped become KiB; the kernel counts blocks in KiB already. */
  private static final double PAGE_KIB = 4;

  private final Map<String, double[]> disks = new LinkedHashMap<>();
  private final Map<String, double[]> disksBefore = new HashMap<>();
  private final Map<String, Double> gauges = new HashMap<>();

  /**
   * Takes a line of {@code /proc/diskstats}.
   *
   * @param words from the major number on
   * @return false if it is none
   */
  boolean disk(List<String> words) {
    if (words.size() < 3 + FEWEST_FIELDS) {
      return false;
    }
    double[] counters = new double[words.size() - 3];
    for (int i = 0; i < counters.length; i++) {
      Double value = Numbers.decimal(words.get(i + 3));
      if (value == null) {
        return false;
      }
      counters[i] = value;
    }
    disks.put(words.get(2), counters);
    return true;
  }

  /**
   * Takes a number of {@code /proc/stat}, {@code /proc/meminfo} or {@code /proc/vmstat}.
   *
   * @param counters where cumulative ones go
   */
  boolean number(String name, String text, Map<String, Double> counters) {
    Double value = Numbers.decimal(text);
    if (value == null) {
      return false;
    }
    String plain = name.endsWith(":") ? name.substring(0, name.length() - 1) : name;
    if (plain.equals("SwapTotal") || plain.equals("SwapFree") || GAUGES.contains(plain)) {
      gauges.put(plain, value);
    } else {
      counters.put("vm " + plain, value);
    }
    return true;
  }

  /**
   * Adds the columns of one sample and forgets its lines.
   *
   * @param cpu share of the second in each state, in percent; empty where it isn't known
   */
  void put(Rates rates, Map<String, Double> cpu, Sample sample) {
    OptionalDouble seconds = rates.seconds();
    if (!disks.isEmpty() && seconds.isPresent()) {
      disks.forEach((name, now) -> disk(name, now, seconds.getAsDouble(), sample.numbers()));
      cpu("iostat_cpu_", cpu, sample.numbers());
      sample.texts().put("iostat_by", "weir");
    }
    disksBefore.clear();
    disksBefore.putAll(disks);
    disks.clear();
    if (!gauges.isEmpty() && seconds.isPresent()) {
      memory(rates, cpu, sample);
    }
    gauges.clear();
  }

  private void disk(String name, double[] now, double seconds, Map<String, Double> to) {
    double[] before = disksBefore.get(name);
    if (before == null || before.length != now.length) {
      return;
    }
    double[] grown = new double[now.length];
    for (int i = 0; i < now.length; i++) {
      grown[i] = now[i] - before[i];
      if (grown[i] < 0 && i != 8) { // requests in flight, the only gauge among them
        return;
      }
    }
    String prefix = "iostat_" + Names.column(name) + "_";
    KINDS.forEach(
        (kind, at) -> {
          if (at + 3 < grown.length) {
            requests(prefix, kind, grown, at, seconds, to);
          }
        });
    if (FLUSH_MS < grown.length) {
      to.put(prefix + "f_per_s", grown[FLUSHES] / seconds);
      to.put(prefix + "f_await_ms", each(grown[FLUSH_MS], grown[FLUSHES]));
    }
    to.put(prefix + "aqu_sz", grown[IN_FLIGHT_MS] / 1e3 / seconds);
    to.put(prefix + "util_pct", Math.min(100, grown[BUSY_MS] / 10 / seconds));
  }

  private static void requests(
      String prefix, String kind, double[] grown, int at, double seconds, Map<String, Double> to) {
    double requests = grown[at];
    double merged = grown[at + 1];
    double sectors = grown[at + 2];
    to.put(prefix + kind + "_per_s", requests / seconds);
    to.put(prefix + kind + "_mib_per_s", sectors / SECTORS_PER_MEBIBYTE / seconds);
    to.put(prefix + kind + "rqm_per_s", merged / seconds);
    to.put(prefix + kind + "rqm_pct", 100 * each(merged, merged + requests));
    to.put(prefix + kind + "_await_ms", each(grown[at + 3], requests));
    to.put(prefix + kind + "areq_sz_kib", each(sectors * KIBIBYTES_PER_SECTOR, requests));
  }

  private static double each(double all, double number) {
    return number == 0 ? 0 : all / number;
  }

  private void memory(Rates rates, Map<String, Double> cpu, Sample sample) {
    Map<String, Double> to = sample.numbers();
    Double running = gauges.get("procs_running");
    if (running != null) {
      to.put("vmstat_runnable_tasks", Math.max(0, running - 1)); // without the one that reads this
    }
    gauge("procs_blocked", "vmstat_blocked_tasks", to);
    gauge("MemFree", "vmstat_free_kib", to);
    gauge("Buffers", "vmstat_buffers_kib", to);
    Double cached = gauges.get("Cached");
    if (cached != null) {
      to.put("vmstat_cache_kib", cached + gauges.getOrDefault("SReclaimable", 0.0));
    }
    Double swap = gauges.get("SwapTotal");
    Double free = gauges.get("SwapFree");
    if (swap != null && free != null) {
      to.put("vmstat_swapped_kib", swap - free);
    }
    rate(rates, "pswpin", "vmstat_swap_in_kib_per_s", PAGE_KIB, to);
    rate(rates, "pswpout", "vmstat_swap_out_kib_per_s", PAGE_KIB, to);
    rate(rates, "pgpgin", "vmstat_blocks_in_kib_per_s", 1, to);
    rate(rates, "pgpgout", "vmstat_blocks_out_kib_per_s", 1, to);
    rate(rates, "intr", "vmstat_interrupts_per_s", 1, to);
    rate(rates, "ctxt", "vmstat_context_switches_per_s", 1, to);
    cpu("vmstat_", cpu, to);
    sample.texts().put("vmstat_by", "weir");
  }

  private void gauge(String name, String column, Map<String, Double> to) {
    Double value = gauges.get(name);
    if (value != null) {
      to.put(column, value);
    }
  }

  private static void rate(
      Rates rates, String name, String column, double factor, Map<String, Double> to) {
    rates.perSecond("vm " + name).ifPresent(each -> to.put(column, each * factor));
  }

  /** Both tools count a nice process as user in vmstat only, and interrupts as the system's. */
  private static void cpu(String prefix, Map<String, Double> share, Map<String, Double> to) {
    if (share.isEmpty()) {
      return;
    }
    boolean iostat = prefix.startsWith("iostat");
    double nice = share.getOrDefault("nice", 0.0);
    to.put(prefix + "user_pct", share.getOrDefault("user", 0.0) + (iostat ? 0 : nice));
    if (iostat) {
      to.put(prefix + "nice_pct", nice);
    }
    to.put(
        prefix + "system_pct",
        share.getOrDefault("system", 0.0)
            + share.getOrDefault("irq", 0.0)
            + share.getOrDefault("softirq", 0.0));
    to.put(prefix + "iowait_pct", share.getOrDefault("iowait", 0.0));
    to.put(prefix + "steal_pct", share.getOrDefault("steal", 0.0));
    to.put(prefix + "idle_pct", share.getOrDefault("idle", 0.0));
  }
}
