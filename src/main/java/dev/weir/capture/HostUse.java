package dev.weir.capture;

import dev.weir.record.OthersCpu;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who else uses this host: take a moment at both ends of a span and ask what happened between them.
 * Own are this process, those that {@link #own} names, and all that descend from them. Threads of
 * the kernel are nobody's: mostly they work for the load. A moment costs some 20 µs per process of
 * the host. Safe for use by several threads.
 *
 * <p>Sources: {@code /proc/stat}, {@code /proc/PID/stat}, {@code /proc/pressure/cpu} and the
 * control groups' {@code cpu.stat}; see proc(5) and the kernel's accounting/psi.rst. {@link
 * #missing} says which are not there.
 */
public final class HostUse {
  /** What passes traffic on to a server. The kernel cuts names after 15 characters. */
  public static final Predicate<String> PROXIES =
      Set.of("docker-proxy", "toxiproxy-serve")::contains;

  /** What a server is called whose process ids are not known, and what passes its traffic on. */
  public static final Predicate<String> SERVERS =
      Predicate.<String>isEqual("mongod").or("mongos"::equals).or(PROXIES);

  private static final double TICKS_PER_SECOND = 1e3 / ProcessStat.TICK_MILLIS;

  /** The namespace of process ids that the kernel starts with: {@code PROC_PID_INIT_INO}. */
  private static final String FIRST_NAMESPACE = "pid:[4026531836]";

  private final Path proc;
  private final LongSupplier nanos;
  private final ProcessScheduling scheduling;
  private final long self;
  private final Set<Long> roots = ConcurrentHashMap.newKeySet();
  private final Set<Predicate<String>> names = new CopyOnWriteArraySet<>();

  /** Who the rest of the host's CPU time belongs to; null where all processes are seen. */
  private final @Nullable String unseen;

  /**
   * The host's counters at one moment.
   *
   * @param host null where there is no {@code /proc/stat}
   * @param throttledMicros sum over our control groups, null where none has a quota
   * @param stalledMicros null where the kernel does not tell
   */
  public record Moment(
      long nanos,
      @Nullable HostTicks host,
      Map<Id, ProcessTicks> processes,
      @Nullable Long throttledMicros,
      @Nullable Long stalledMicros) {}

  /** Of all cores; the idle ones include those that wait for a disk. */
  record HostTicks(int cores, long idle, long steal, long interrupts) {}

  /** Ids are used again, so the start belongs to them. */
  record Id(long pid, long start) {}

  /**
   * @param ended ticks of its children that ended and were waited for
   */
  record ProcessTicks(
      String name, long parent, boolean kernel, boolean ours, long own, long ended) {
    ProcessTicks asOurs() {
      return new ProcessTicks(name, parent, kernel, true, own, ended);
    }
  }

  /** Watches this host. */
  public static HostUse local() {
    return new HostUse(
        Path.of("/proc"),
        System::nanoTime,
        ProcessScheduling.local(),
        ProcessHandle.current().pid());
  }

  HostUse(Path proc, LongSupplier nanos, ProcessScheduling scheduling, long self) {
    this.proc = proc;
    this.nanos = nanos;
    this.scheduling = scheduling;
    this.self = self;
    this.unseen = unseen(proc);
  }

  private static @Nullable String unseen(Path proc) {
    try {
      if (!Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString().equals(FIRST_NAMESPACE)) {
        return "processes outside of this container";
      }
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
    // The mount option hidepid keeps processes of other users from being read.
    return Files.isReadable(proc.resolve("1/stat")) ? null : "processes of other users";
  }

  /** Counts these processes and their children as own from now on, for example a server's. */
  public void own(Collection<Long> pids) {
    roots.addAll(pids);
  }

  /**
   * Counts processes of these names, not their children, as own from now on; for example {@link
   * #SERVERS} where a server runs here but its process ids are not known.
   */
  public void own(Predicate<String> named) {
    names.add(named);
  }

  /** One line for each source that this platform lacks; none on a usual Linux. */
  public List<String> missing() {
    Moment now = now();
    List<String> lines = new ArrayList<>();
    if (now.host == null) {
      lines.add("what other processes take of this host is not known: there is no /proc/stat");
    } else if (unseen != null && serverUnseen(now)) {
      lines.add(
          "what "
              + unseen
              + " take is not known: the server is one of them and its process is not seen");
    }
    return lines;
  }

  /** The counters as they stand. */
  public Moment now() {
    Set<Long> own = new HashSet<>(roots);
    own.add(self);
    Map<Id, ProcessTicks> processes = processes(own);
    return new Moment(
        nanos.getAsLong(), hostTicks(), processes, throttledMicros(own), stalledMicros());
  }

  /** What others took between two moments, the earlier first. */
  public OthersCpu between(Moment from, Moment to) {
    double seconds = Math.max(1, to.nanos - from.nanos) / 1e9;
    if (from.host == null || to.host == null) {
      return new OthersCpu(
          seconds,
          Runtime.getRuntime().availableProcessors(),
          null,
          null,
          rate(from.throttledMicros, to.throttledMicros, seconds),
          rate(from.stalledMicros, to.stalledMicros, seconds),
          List.of());
    }
    List<OthersCpu.Taker> foreign = new ArrayList<>();
    Map<Id, Long> used = used(from, to);
    used.forEach(
        (id, ticks) -> {
          ProcessTicks process = to.processes.get(id);
          ProcessTicks before = from.processes.get(id);
          if (process == null) {
            return;
          }
          boolean ours = process.ours || (before != null && before.ours);
          if (!ours && !process.kernel && ticks > 0) {
            foreign.add(
                new OthersCpu.Taker(process.name, id.pid, ticks / TICKS_PER_SECOND / seconds));
          }
        });
    double outside = outside(from, to, used, seconds);
    if (unseen != null && outside > 0) {
      foreign.add(new OthersCpu.Taker(unseen, 0, outside));
    }
    return new OthersCpu(
        seconds,
        to.host.cores,
        foreign.stream().mapToDouble(OthersCpu.Taker::cores).sum(),
        Math.max(0, to.host.steal - from.host.steal) / TICKS_PER_SECOND / seconds,
        rate(from.throttledMicros, to.throttledMicros, seconds),
        rate(from.stalledMicros, to.stalledMicros, seconds),
        foreign);
  }

  /**
   * Ticks that each process used in between, with those of its children that began and ended there.
   */
  private static Map<Id, Long> used(Moment from, Moment to) {
    Map<Long, Id> stayed = new HashMap<>();
    to.processes.keySet().stream()
        .filter(from.processes::containsKey)
        .forEach(id -> stayed.put(id.pid, id));
    Map<Long, ProcessTicks> byPid = new HashMap<>();
    from.processes.forEach((id, process) -> byPid.put(id.pid, process));
    // A child that ended hands its parent all it ever used: what it had used before is not new.
    Map<Id, Long> old = new HashMap<>();
    from.processes.forEach(
        (id, process) -> {
          if (!to.processes.containsKey(id)) {
            long parent = process.parent;
            for (int depth = 0; depth < byPid.size() && !stayed.containsKey(parent); depth++) {
              ProcessTicks above = byPid.get(parent);
              if (above == null) {
                break;
              }
              parent = above.parent;
            }
            Id heir = stayed.get(parent);
            if (heir != null) {
              old.merge(heir, process.own + process.ended, Long::sum);
            }
          }
        });
    Map<Id, Long> used = new HashMap<>();
    to.processes.forEach(
        (id, now) -> {
          ProcessTicks before = from.processes.get(id);
          long own = now.own - (before == null ? 0 : before.own);
          long ended = now.ended - (before == null ? 0 : before.ended) - old.getOrDefault(id, 0L);
          used.put(id, Math.max(0, own) + Math.max(0, ended));
        });
    return used;
  }

  /**
   * Cores of the host's CPU time that no process seen here has used. Cores are idle or they are
   * not, to the microsecond; how long they served interrupts is sampled and may be ours.
   */
  private double outside(Moment from, Moment to, Map<Id, Long> used, double seconds) {
    HostTicks before = from.host;
    HostTicks now = to.host;
    if (before == null || now == null || unseen == null || serverUnseen(to)) {
      return 0;
    }
    double rest =
        (now.idle - before.idle)
            + (now.steal - before.steal)
            + (now.interrupts - before.interrupts);
    double seen = used.values().stream().mapToLong(Long::longValue).sum();
    return Math.max(0, now.cores - (rest + seen) / TICKS_PER_SECOND / seconds);
  }

  private boolean isNamed(ProcessTicks process) {
    return names.stream().anyMatch(named -> named.test(process.name));
  }

  /** Whether the server runs on this host, but in a place that can't be seen from here. */
  private boolean serverUnseen(Moment moment) {
    return names.contains(SERVERS)
        && moment.processes.values().stream().noneMatch(process -> SERVERS.test(process.name));
  }

  private static @Nullable Double rate(@Nullable Long from, @Nullable Long to, double seconds) {
    return from == null || to == null
        ? null
        : Double.valueOf(Math.max(0, to - from) / 1e6 / seconds);
  }

  private Map<Id, ProcessTicks> processes(Set<Long> own) {
    Map<Id, ProcessTicks> found = new HashMap<>();
    Map<Long, ProcessTicks> byPid = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path folder : all) {
        long pid = Long.parseLong(folder.getFileName().toString());
        ProcessStat stat = ProcessStat.read(folder.resolve("stat"));
        if (stat != null) {
          ProcessTicks process =
              new ProcessTicks(
                  stat.name(), stat.parent(), stat.kernel(), false, stat.own(), stat.ended());
          found.put(new Id(pid, stat.start()), process);
          byPid.put(pid, process);
        }
      }
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return Map.of();
    }
    found.replaceAll((id, process) -> ours(id.pid, byPid, own) ? process.asOurs() : process);
    return found;
  }

  private boolean ours(long pid, Map<Long, ProcessTicks> byPid, Set<Long> own) {
    ProcessTicks process = byPid.get(pid);
    if (process != null && isNamed(process)) {
      return true;
    }
    for (int depth = 0; process != null && depth <= byPid.size(); depth++) {
      if (own.contains(pid)) {
        return true;
      }
      pid = process.parent;
      process = byPid.get(pid);
    }
    return false;
  }

  /** {@code cpu user nice system idle iowait irq softirq steal …}, then a line for each core. */
  private @Nullable HostTicks hostTicks() {
    List<String> lines = lines(proc.resolve("stat")).filter(l -> l.startsWith("cpu")).toList();
    if (lines.size() < 2) {
      return null;
    }
    String[] fields = lines.get(0).trim().split(" +", -1);
    try {
      return new HostTicks(
          lines.size() - 1,
          Long.parseLong(fields[4]) + Long.parseLong(fields[5]),
          Long.parseLong(fields[8]),
          Long.parseLong(fields[6]) + Long.parseLong(fields[7]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return null;
    }
  }

  /** {@code some avg10=0.00 avg60=0.00 avg300=0.00 total=0}. */
  private @Nullable Long stalledMicros() {
    try {
      return lines(proc.resolve("pressure/cpu"))
          .filter(line -> line.startsWith("some ") && line.contains("total="))
          .map(line -> Long.valueOf(line.substring(line.indexOf("total=") + 6).trim()))
          .findFirst()
          .orElse(null);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private @Nullable Long throttledMicros(Set<Long> own) {
    OptionalLong throttled = scheduling.throttledMicros(own);
    return throttled.isPresent() ? Long.valueOf(throttled.getAsLong()) : null;
  }

  private static Stream<String> lines(Path file) {
    try {
      // Names are any bytes, so no strict decoding.
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines();
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
