package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a span lost to others on its host: CPU of processes that are neither the tool's nor the
 * server's, and CPU that the hypervisor took. A figure that the platform does not tell is null.
 *
 * @param seconds length of the span
 * @param hostCores cores of the host
 * @param foreignCores cores that other processes used, on average over the span
 * @param stealCores cores that the hypervisor gave to other virtual machines
 * @param throttledCores core-seconds per second that a control group's quota withheld from the
 *     tool's and the server's processes; a quota is part of what is measured, so it is no
 *     disturbance
 * @param stalledShare share of the span in which some process of the host waited for a core, the
 *     load's own threads included
 * @param top the processes behind {@code foreignCores}, at most {@value #TOP}, the largest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OthersCpu(
    double seconds,
    double hostCores,
    @Nullable Double foreignCores,
    @Nullable Double stealCores,
    @Nullable Double throttledCores,
    @Nullable Double stalledShare,
    List<Taker> top) {
  /** How many processes are named. */
  public static final int TOP = 3;

  /** Others may take this share of the host's cores: less than the ± 5 % asked of a figure. */
  public static final double MOST_SHARE = 0.04;

  /** Times are counted in ticks of 10 ms: in a short span a few of them are no disturbance. */
  private static final double FEWEST_CORE_SECONDS = 0.05;

  /** Less is not worth a name. */
  private static final double FEWEST_CORES = 0.005;

  /**
   * A process, by its name alone: arguments may hold secrets.
   *
   * @param pid its id; 0 for those that can't be separated
   * @param cores that it used on average, children that ended included
   */
  public record Taker(String name, long pid, double cores) {
    @Override
    public String toString() {
      return pid == 0 ? name : name + " (" + pid + ")";
    }
  }

  /** Keeps the largest of all processes given, and no one that used next to nothing. */
  public OthersCpu {
    top =
        top.stream()
            .filter(process -> process.cores() >= FEWEST_CORES)
            .sorted(Comparator.comparingDouble(Taker::cores).reversed())
            .limit(TOP)
            .toList();
  }

  /** Cores lost to others: to their processes and to the hypervisor, as far as either is known. */
  @JsonIgnore
  public double lostCores() {
    return known(foreignCores) + known(stealCores);
  }

  /**
   * Whether others took so much that a figure of the span says something else. The limits stand in
   * {@code docs/decisions/busy-host.md}.
   */
  @JsonIgnore
  public boolean isDisturbing() {
    return lostCores() > MOST_SHARE * hostCores && lostCores() * seconds > FEWEST_CORE_SECONDS;
  }

  /** Who took the CPU, for example {@code java (4711) took 1.10 of 2 cores}. */
  public String words() {
    List<String> parts = new ArrayList<>();
    top.forEach(p -> parts.add(String.format(Locale.ROOT, "%s took %.2f", p, p.cores())));
    double unnamed = known(foreignCores) - top.stream().mapToDouble(Taker::cores).sum();
    if (unnamed >= FEWEST_CORES) {
      parts.add(
          String.format(
              Locale.ROOT, "%s took %.2f", top.isEmpty() ? "other processes" : "others", unnamed));
    }
    if (known(stealCores) >= FEWEST_CORES) {
      parts.add(String.format(Locale.ROOT, "other virtual machines took %.2f", known(stealCores)));
    }
    return parts.isEmpty()
        ? "no other process took CPU"
        : String.join(", ", parts) + String.format(Locale.ROOT, " of %.0f cores", hostCores);
  }

  /**
   * The mean over several spans, longer ones weighing more; null for none.
   *
   * @param spans of the same host
   */
  public static @Nullable OthersCpu over(List<OthersCpu> spans) {
    double seconds = spans.stream().mapToDouble(OthersCpu::seconds).sum();
    if (seconds <= 0) {
      return null;
    }
    Map<String, Taker> sums = new LinkedHashMap<>();
    for (OthersCpu span : spans) {
      for (Taker p : span.top) {
        sums.merge(
            p.toString(),
            new Taker(p.name(), p.pid(), p.cores() * span.seconds / seconds),
            (a, b) -> new Taker(a.name(), a.pid(), a.cores() + b.cores()));
      }
    }
    return new OthersCpu(
        seconds,
        spans.get(0).hostCores,
        mean(spans, OthersCpu::foreignCores),
        mean(spans, OthersCpu::stealCores),
        mean(spans, OthersCpu::throttledCores),
        mean(spans, OthersCpu::stalledShare),
        List.copyOf(sums.values()));
  }

  /** Over the spans that have it; null if none has. */
  private static @Nullable Double mean(
      List<OthersCpu> spans, Function<OthersCpu, @Nullable Double> figure) {
    List<OthersCpu> with = spans.stream().filter(span -> figure.apply(span) != null).toList();
    return with.isEmpty()
        ? null
        : Double.valueOf(
            with.stream().collect(Collectors.summingDouble(s -> known(figure.apply(s)) * s.seconds))
                / with.stream().mapToDouble(OthersCpu::seconds).sum());
  }

  private static double known(@Nullable Double value) {
    return value == null ? 0 : value;
  }
}
