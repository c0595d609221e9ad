package dev.weir.capture;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How much processor a process may have and how long its threads waited for one, from {@code /proc}
 * and the control groups. Everything is empty where the kernel does not tell.
 */
public final class ProcessScheduling {
  private static final int RUN_DELAY = 1;

  private final Path proc;
  private final Path cgroups;

  ProcessScheduling(Path proc, Path cgroups) {
    this.proc = proc;
    this.cgroups = cgroups;
  }

  /** Of this host, or of the container that this process is in. */
  public static ProcessScheduling local() {
    return new ProcessScheduling(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /** Cores that affinity and quota allow together: the smaller of the two. */
  OptionalDouble coresAllowed(long pid) {
    OptionalDouble affinity = affinity(pid);
    OptionalDouble quota = quota(pid);
    if (affinity.isEmpty()) {
      return quota;
    }
    return quota.isEmpty()
        ? affinity
        : OptionalDouble.of(Math.min(affinity.getAsDouble(), quota.getAsDouble()));
  }

  /**
   * Microseconds that its threads were ready to run and had no processor, since each was started:
   * the second figure of {@code schedstat}, see the kernel's sched-stats.rst. Threads that ended no
   * longer count, so the sum may fall.
   */
  OptionalLong runDelayMicros(long pid) {
    long nanos = 0;
    boolean any = false;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process(pid).resolve("task"))) {
      for (Path task : tasks) {
        List<String> words = words(task.resolve("schedstat"));
        if (words.size() > RUN_DELAY) {
          nanos += Long.parseLong(words.get(RUN_DELAY));
          any = true;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
    return any ? OptionalLong.of(nanos / 1_000) : OptionalLong.empty();
  }

  /**
   * Cores that several processes are allowed together: empty unless affinity allows all the same.
   */
  OptionalDouble sameCores(Collection<Long> pids) {
    List<String> lists = pids.stream().map(this::allowed).distinct().toList();
    return pids.size() < 2 || lists.size() != 1 || lists.get(0).isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(count(lists.get(0)));
  }

  private OptionalDouble affinity(long pid) {
    try {
      String list = allowed(pid);
      return list.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(count(list));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** A list such as {@code 0-3,8}; empty where the kernel does not tell. */
  private String allowed(long pid) {
    try {
      return Files.readAllLines(process(pid).resolve("status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** Members of a list such as {@code 0-3,8}. */
  private static double count(String list) {
    double count = 0;
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }

  /**
   * Microseconds that the quotas of these processes' control groups withheld from them, since each
   * group was made; empty where no group has a quota.
   */
  public OptionalLong throttledMicros(Collection<Long> pids) {
    Set<Path> seen = new HashSet<>();
    long micros = 0;
    boolean any = false;
    for (long pid : pids) {
      try {
        for (Group group : groups(pid)) {
          OptionalLong own =
              seen.add(group.folder) ? group.throttledMicros() : OptionalLong.empty();
          micros += own.orElse(0);
          any |= own.isPresent();
        }
      } catch (IOException | NumberFormatException e) {
        // The process has ended.
      }
    }
    return any ? OptionalLong.of(micros) : OptionalLong.empty();
  }

  /** The tightest quota of its control group and those above, of either version. */
  private OptionalDouble quota(long pid) {
    OptionalDouble tightest = OptionalDouble.empty();
    try {
      for (Group group : groups(pid)) {
        OptionalDouble own =
            group.second ? secondVersion(group.folder) : firstVersion(group.folder);
        if (own.isPresent() && (tightest.isEmpty() || own.getAsDouble() < tightest.getAsDouble())) {
          tightest = own;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
    return tightest;
  }

  /** A control group of processors, of the kernel's first version of them or the second. */
  private record Group(Path folder, boolean second) {
    /** Of a group with a quota: others count nothing. */
    OptionalLong throttledMicros() throws IOException {
      Path stat = folder.resolve("cpu.stat");
      if (!Files.isRegularFile(stat)) {
        return OptionalLong.empty();
      }
      Map<String, Long> counts = new HashMap<>();
      for (String line : Files.readAllLines(stat)) {
        String[] words = line.split(" ", -1);
        if (words.length == 2) {
          counts.put(words[0], Long.valueOf(words[1]));
        }
      }
      if (counts.getOrDefault("nr_periods", 0L) == 0) {
        return OptionalLong.empty();
      }
      Long micros = counts.get("throttled_usec");
      Long nanos = counts.get("throttled_time");
      return micros != null
          ? OptionalLong.of(micros)
          : nanos != null ? OptionalLong.of(nanos / 1_000) : OptionalLong.empty();
    }
  }

  /** Its control group and those above. */
  private List<Group> groups(long pid) throws IOException {
    List<Group> groups = new ArrayList<>();
    for (String line : Files.readAllLines(process(pid).resolve("cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      boolean second = parts[1].isEmpty();
      if (!second && !List.of(parts[1].split(",", -1)).contains("cpu")) {
        continue;
      }
      Path root = second ? cgroups : cgroups.resolve("cpu");
      Path group = root.resolve(parts[2].substring(1)).normalize();
      for (; group != null && group.startsWith(root); group = group.getParent()) {
        groups.add(new Group(group, second));
      }
    }
    return groups;
  }

  private static OptionalDouble secondVersion(Path group) throws IOException {
    List<String> words = words(group.resolve("cpu.max"));
    return words.size() == 2 && !words.get(0).equals("max")
        ? OptionalDouble.of(Double.parseDouble(words.get(0)) / Double.parseDouble(words.get(1)))
        : OptionalDouble.empty();
  }

  private static OptionalDouble firstVersion(Path group) throws IOException {
    List<String> quota = words(group.resolve("cpu.cfs_quota_us"));
    List<String> period = words(group.resolve("cpu.cfs_period_us"));
    if (quota.size() != 1 || period.size() != 1 || quota.get(0).startsWith("-")) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Double.parseDouble(quota.get(0)) / Double.parseDouble(period.get(0)));
  }

  private static List<String> words(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    String text = Files.readString(file).strip();
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+", -1));
  }

  private Path process(long pid) {
    return proc.resolve(Long.toString(pid));
  }
}
