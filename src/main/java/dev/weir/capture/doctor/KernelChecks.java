package dev.weir.capture.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Kernel and CPU. Advice on huge pages, NUMA, swap and limits is that of MongoDB's production
 * notes; on noise, that of its performance team.
 */
final class KernelChecks {
  private static final int FILES_ADVISED = 64_000;

  private static final Advice NUMA =
      new Advice(
          "NUMA",
          "one node, or mongod interleaved over all",
          "memory of another node is slower, and one node's may run out while others are free",
          "start mongod with numactl --interleave=all; sysctl vm.zone_reclaim_mode=0");
  private static final Advice SELINUX =
      new Advice(
          "SELinux",
          "off, permissive, or with MongoDB's policy",
          "an enforcing policy keeps mongod from folders it does not know",
          "install mongodb-selinux, or setenforce 0 for the time of the study");
  private static final Advice SWAP =
      new Advice(
          "swap",
          "none in use; vm.swappiness 0 or 1",
          "a swapped cache turns memory reads into disk reads",
          "sysctl vm.swappiness=1");
  private static final Advice GOVERNOR =
      new Advice(
          "CPU governor",
          "performance",
          "other governors lower the clock between bursts, so figures depend on the load before",
          "cpupower frequency-set -g performance");
  private static final Advice THREADS =
      new Advice(
          "hyper-threading",
          "off while measuring",
          "two threads of one core slow each other down: among the largest sources of noise",
          "echo off > /sys/devices/system/cpu/smt/control");
  private static final Advice CLOCK =
      new Advice(
          "clock source",
          "tsc (kvm-clock, arch_sys_counter)",
          "others need a system call for every time stamp, of which the load takes two per"
              + " operation",
          "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource");
  private static final Advice PRESSURE =
      new Advice(
          "pressure (PSI)",
          "on",
          "it tells a starved host from a slow one",
          "kernel 4.20 or newer, started with psi=1");
  private final Host host;
  private final DoctorRequest request;

  KernelChecks(Host host, DoctorRequest request) {
    this.host = host;
    this.request = request;
  }

  List<Check> run() {
    List<Check> checks = new ArrayList<>();
    checks.add(hugePages());
    checks.add(numa());
    checks.add(selinux());
    checks.add(limit("open files", "Max open files", "-n"));
    checks.add(limit("processes", "Max processes", "-u"));
    checks.add(swap());
    checks.add(governor());
    checks.add(hyperThreading());
    checks.add(clockSource());
    checks.add(
        PRESSURE.check(
            host.read("/proc/pressure/cpu").isPresent(),
            host.read("/proc/pressure/cpu").isPresent() ? "on" : "no /proc/pressure"));
    checks.add(sharedCores());
    return checks;
  }

  private Check hugePages() {
    Integer major = request.mongoMajor();
    boolean wanted = major != null && major >= 8;
    Advice advice =
        new Advice(
            "transparent huge pages",
            major == null
                ? "not always up to MongoDB 7.0, always from 8.0"
                : wanted ? "always" : "never (or madvise)",
            wanted
                ? "the allocator of MongoDB 8.0 counts on them"
                : "up to MongoDB 7.0 they cost memory and stall; from 8.0 its allocator counts on"
                    + " them",
            "echo "
                + (wanted ? "always" : "never")
                + " > /sys/kernel/mm/transparent_hugepage/enabled");
    String found = chosen(host.read("/sys/kernel/mm/transparent_hugepage/enabled").orElse(null));
    if (found == null) {
      return advice.unknown("no /sys/kernel/mm/transparent_hugepage");
    }
    if (major == null) {
      return advice.unknown(found + ", server version unknown");
    }
    // With madvise a program that does not ask gets none.
    return advice.check(wanted ? found.equals("always") : !found.equals("always"), found);
  }

  private Check numa() {
    Optional<String> online = host.read("/sys/devices/system/node/online");
    if (online.isEmpty()) {
      return NUMA.check(true, "no NUMA in this kernel");
    }
    if (online.get().equals("0")) {
      return NUMA.check(true, "one node");
    }
    String reclaim = host.read("/proc/sys/vm/zone_reclaim_mode").orElse("?");
    Long pid = request.serverPid();
    boolean interleaved =
        pid != null
            && host.read("/proc/" + pid + "/numa_maps")
                .orElse("")
                .lines()
                .anyMatch(l -> l.contains("interleave"));
    return NUMA.check(
        interleaved && reclaim.equals("0"),
        "nodes "
            + online.get()
            + ", "
            + (interleaved ? "mongod interleaved" : "not interleaved")
            + ", zone_reclaim_mode "
            + reclaim);
  }

  private Check selinux() {
    String enforce = host.read("/sys/fs/selinux/enforce").orElse("off");
    return switch (enforce) {
      case "off" -> SELINUX.check(true, "off");
      case "0" -> SELINUX.check(true, "permissive");
      default -> SELINUX.check(false, "enforcing");
    };
  }

  private Check limit(String what, String row, String option) {
    Long pid = request.serverPid();
    String whose = pid == null ? "this process" : "mongod";
    Advice advice =
        new Advice(
            "limit of " + what,
            FILES_ADVISED + " or more",
            "every connection takes one, and mongod ends connections it has none for",
            "ulimit "
                + option
                + " "
                + FILES_ADVISED
                + " before mongod starts, or systemd's Limit… settings");
    String limits = host.read("/proc/" + (pid == null ? "self" : pid) + "/limits").orElse("");
    Matcher soft = Pattern.compile("(?m)^" + row + "\\s+(unlimited|\\d+)").matcher(limits);
    if (!soft.find()) {
      return advice.unknown("/proc tells none for " + whose);
    }
    boolean enough =
        soft.group(1).equals("unlimited")
            || soft.group(1).length() > 9
            || Integer.parseInt(soft.group(1)) >= FILES_ADVISED;
    return advice.check(enough, soft.group(1) + " (" + whose + ")");
  }

  private Check swap() {
    String swappiness = host.read("/proc/sys/vm/swappiness").orElse(null);
    String swaps = host.read("/proc/swaps").orElse(null);
    if (swappiness == null || swaps == null) {
      return SWAP.unknown("no /proc/swaps");
    }
    long devices = swaps.lines().count() - 1;
    if (devices <= 0) {
      return SWAP.check(true, "none");
    }
    long usedKib =
        swaps
            .lines()
            .skip(1)
            .map(line -> line.split("\\s+", -1))
            .filter(words -> words.length >= 4 && words[3].matches("\\d{1,15}"))
            .mapToLong(words -> Long.parseLong(words[3]))
            .sum();
    return SWAP.check(
        usedKib == 0 && (swappiness.equals("0") || swappiness.equals("1")),
        devices + " device(s), " + usedKib / 1024 + " MiB in use, swappiness " + swappiness);
  }

  private Check governor() {
    TreeSet<String> governors = new TreeSet<>();
    try (DirectoryStream<Path> cpus =
        Files.newDirectoryStream(host.at("/sys/devices/system/cpu"), "cpu[0-9]*")) {
      for (Path cpu : cpus) {
        Host.read(cpu.resolve("cpufreq/scaling_governor")).ifPresent(governors::add);
      }
    } catch (IOException e) {
      return GOVERNOR.unknown("no /sys/devices/system/cpu");
    }
    return governors.isEmpty()
        ? GOVERNOR.unknown("none to see, as in most virtual machines: the host's counts")
        : GOVERNOR.check(
            governors.equals(new TreeSet<>(List.of("performance"))), String.join(", ", governors));
  }

  private Check hyperThreading() {
    return host.read("/sys/devices/system/cpu/smt/active")
        .map(active -> THREADS.check(!active.equals("1"), active.equals("1") ? "on" : "off"))
        .orElseGet(() -> THREADS.unknown("this kernel does not tell"));
  }

  private Check clockSource() {
    List<String> fast =
        List.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page");
    return host.read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        .map(source -> CLOCK.check(fast.contains(source), source))
        .orElseGet(() -> CLOCK.unknown("this kernel does not tell"));
  }

  private Check sharedCores() {
    Advice advice =
        new Advice(
            "cores",
            "the server's own",
            "load and server on the same cores measure each other's scheduling too",
            "run the load on another host, or bind the two to different cores with taskset");
    String cores = "cores " + host.read("/sys/devices/system/cpu/online").orElse("?");
    Boolean shared = request.sharesHost();
    if (shared == null) {
      return advice.unknown(cores + ", no server to compare");
    }
    return advice.check(!shared, cores + (shared ? ", shared with the server" : ", not shared"));
  }

  /** The word in brackets, as the kernel marks the one in force; null if there is none. */
  static @Nullable String chosen(@Nullable String words) {
    if (words == null) {
      return null;
    }
    Matcher chosen = Pattern.compile("\\[(\\S+)]").matcher(words);
    return chosen.find() ? chosen.group(1) : null;
  }
}
