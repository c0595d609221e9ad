package dev.weir.capture.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capture.doctor.Check.Verdict;
import dev.weir.record.OthersCpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  private final Map<String, String> commands = new HashMap<>();

  /** Cores that another process takes. */
  private double busy = 0.02;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path root;

  @Test
  void aTunedHostGetsNoWarning() throws Exception {
    tunedHost();

    assertThat(run(7, true, null))
        .allSatisfy(
            check -> {
              assertThat(check.why()).isNotBlank();
              assertThat(check.advised()).isNotBlank();
              if (!check.name().equals("free disk")) {
                assertThat(check.verdict()).as("%s", check).isEqualTo(Verdict.OK);
                assertThat(check.how()).isEmpty();
              }
            })
        .hasSizeGreaterThanOrEqualTo(26);
  }

  @Test
  void anUntunedHostIsToldWhatAndHow() throws Exception {
    tunedHost();
    file("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
    file("/sys/devices/system/node/online", "0-1");
    file("/sys/fs/selinux/enforce", "1");
    file("/proc/9/limits", "Limit Soft Hard\nMax open files            1024    4096    files\n");
    file("/proc/sys/vm/swappiness", "60");
    file("/proc/swaps", "Filename Type Size Used Priority\n/dev/sdb partition 100 2048 -2\n");
    file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
    file("/sys/devices/system/cpu/smt/active", "1");
    file("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
    file("/sys/devices/sda/queue/scheduler", "none [bfq]");
    file("/sys/devices/sda/queue/read_ahead_kb", "8192");
    file("/proc/self/mountinfo", "20 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n");
    busy = 1.1;

    Map<String, Check> checks = byName(run(7, false, null));

    assertThat(checks)
        .allSatisfy(
            (name, check) -> {
              if (check.verdict() == Verdict.WARN) {
                assertThat(check.how()).isNotBlank();
              }
            });
    assertThat(warnings(checks))
        .contains(
            "transparent huge pages",
            "NUMA",
            "SELinux",
            "limit of open files",
            "swap",
            "CPU governor",
            "hyper-threading",
            "clock source",
            "cores",
            "load now",
            "file system",
            "atime",
            "I/O scheduler",
            "read-ahead");
    assertThat(found(checks, "swap")).isEqualTo("1 device(s), 2 MiB in use, swappiness 60");
    assertThat(found(checks, "CPU governor")).isEqualTo("performance, powersave");
    assertThat(found(checks, "limit of open files")).isEqualTo("1024 (mongod)");
    assertThat(found(checks, "file system")).isEqualTo("ext4 at /");
    assertThat(found(checks, "load now")).isEqualTo("gradle (4711) took 1.10 of 2 cores");
  }

  @Test
  void hugePagesDependOnTheServersVersion() throws Exception {
    tunedHost();
    file("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");

    assertThat(verdict(run(8, true, null), "transparent huge pages")).isEqualTo(Verdict.OK);
    assertThat(verdict(run(7, true, null), "transparent huge pages")).isEqualTo(Verdict.WARN);
    assertThat(verdict(run(null, true, null), "transparent huge pages")).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aHostThatTellsNothingIsUnknownNotWrong() {
    List<Check> checks = run(7, true, null);

    assertThat(checks)
        .filteredOn(check -> check.verdict() == Verdict.UNKNOWN)
        .hasSizeGreaterThan(9);
    assertThat(verdict(checks, "mongod")).isEqualTo(Verdict.WARN);
  }

  @Test
  void garbageInProcIsUnknownToo() throws Exception {
    for (String path :
        List.of(
            "/sys/kernel/mm/transparent_hugepage/enabled",
            "/proc/9/limits",
            "/proc/self/mountinfo",
            "/proc/swaps",
            "/sys/devices/system/cpu/online")) {
      file(path, "\u0000 - - ,,, 99999999999999999999 [");
    }

    assertThat(run(7, true, null)).hasSizeGreaterThanOrEqualTo(26);
  }

  @Test
  void theLinkIsMeasuredWhereBothEndsHaveIperf() throws Exception {
    tunedHost();
    commands.put("iperf3", "{\"end\":{\"sum_received\":{\"bits_per_second\":9.4e9}}}");
    assertThat(found(byName(run(7, true, "db1")), "link rate"))
        .isEqualTo("9.40 Gbit/s (1175 MB/s) to db1");

    commands.put("iperf3", "{\"error\":\"unable to connect\"}");
    assertThat(found(byName(run(7, true, "db1")), "link rate")).contains("unable to connect");
    assertThatThrownBy(() -> run(7, true, "-Fevil")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theMountIsTheDeepestThatCoversTheFolder() {
    String mountinfo =
        """
        20 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        21 20 8:2 / /data rw,noatime - xfs /dev/sda2 rw
        22 20 8:3 / /data2 rw - btrfs /dev/sda3 rw
        23 21 8:4 / /data/my\\040db rw - zfs x rw
        broken line
        """;

    assertThat(Mount.of(Path.of("/data/db"), mountinfo))
        .get()
        .extracting(Mount::type)
        .isEqualTo("xfs");
    assertThat(Mount.of(Path.of("/data/my db/x"), mountinfo))
        .get()
        .extracting(Mount::type)
        .isEqualTo("zfs");
    assertThat(Mount.of(Path.of("/dat"), mountinfo))
        .get()
        .extracting(Mount::type)
        .isEqualTo("ext4");
  }

  @Test
  void spreadIsThatOfTheMiddleEightTenths() {
    double[] steady = {10, 10, 10, 10, 10, 10, 10, 10, 10, 500};
    double[] wide = {10, 11, 12, 13, 14, 16, 17, 18, 19, 20};

    assertThat(NoiseChecks.spread(steady)).isZero();
    assertThat(NoiseChecks.spread(wide)).isCloseTo(9 / 15.0, within(1e-9));
  }

  @Test
  void anUnsteadyMachineIsNoisy() {
    assertThat(verdict(noise(0).run(), "noise of the CPU")).isEqualTo(Verdict.OK);
    assertThat(verdict(noise(0.4).run(), "noise of the CPU")).isEqualTo(Verdict.WARN);
    assertThat(root).isEmptyDirectory();
  }

  /** A slice of no length hides all noise, however busy the machine is. */
  @Test
  void slicesKeepTheirLengthWhenTheLoopIsCompiled() {
    for (long compiledAt : new long[] {100_000, 5_000_000, 200_000_000, 3_000_000_000L}) {
      Check found = noiseOfCompiled(compiledAt);
      assertThat(found.verdict()).as("compiled at %d", compiledAt).isEqualTo(Verdict.WARN);
      Matcher length =
          Pattern.compile("slices of ([0-9.]+) ms").matcher(found.found().replace(',', '.'));
      assertThat(length.find()).isTrue();
      assertThat(Double.parseDouble(length.group(1))).isBetween(10.0, 25.0);
    }
  }

  @Test
  void workThatTakesEverLessTimeTellsNothing() {
    AtomicLong now = new AtomicLong();
    NoiseChecks noise =
        new NoiseChecks(
            root, now::get, rounds -> now.addAndGet(1), (file, block) -> {}, this::others);
    assertThat(verdict(noise.run(), "noise of the CPU")).isEqualTo(Verdict.UNKNOWN);
  }

  /**
   * A loop that becomes 200 times as fast after a number of rounds, on a machine where something
   * else takes the processor for 8 ms every 35 ms.
   */
  private Check noiseOfCompiled(long compiledAt) {
    AtomicLong now = new AtomicLong();
    AtomicLong done = new AtomicLong();
    NoiseChecks noise =
        new NoiseChecks(
            root,
            now::get,
            rounds -> {
              double each = done.getAndAdd(rounds) < compiledAt ? 20 : 0.1;
              long until = now.get() + (long) (rounds * each);
              long others = (until / 35_000_000 - now.get() / 35_000_000) * 8_000_000;
              return now.addAndGet(until - now.get() + others);
            },
            (file, block) -> now.addAndGet(1_000_000),
            this::others);
    return noise.run().get(0);
  }

  /** A machine whose every second slice takes longer by that share. */
  private NoiseChecks noise(double extra) {
    AtomicLong now = new AtomicLong();
    AtomicLong calls = new AtomicLong();
    return new NoiseChecks(
        root,
        now::get,
        rounds ->
            now.addAndGet((long) (rounds * (calls.getAndIncrement() % 2 == 0 ? 1 : 1 + extra))),
        (file, block) -> now.addAndGet(1_000_000),
        this::others);
  }

  private OthersCpu others() {
    OthersCpu.Taker process = new OthersCpu.Taker("gradle", 4711, busy);
    return new OthersCpu(1.5, 2, busy, 0.0, null, null, List.of(process));
  }

  private void tunedHost() throws IOException {
    file("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]");
    file("/sys/devices/system/node/online", "0");
    file(
        "/proc/9/limits",
        "Max open files  64000 64000 files\nMax processes  unlimited unlimited p\n");
    file("/proc/sys/vm/swappiness", "1");
    file("/proc/swaps", "Filename Type Size Used Priority");
    file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    file("/sys/devices/system/cpu/online", "0-3");
    file("/sys/devices/system/cpu/smt/active", "0");
    file("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    file("/proc/pressure/cpu", "some avg10=0.00");
    file("/proc/self/mountinfo", "20 1 8:1 / / rw,noatime shared:1 - xfs /dev/sda1 rw\n");
    file("/sys/devices/sda/queue/scheduler", "[none] mq-deadline");
    file("/sys/devices/sda/queue/read_ahead_kb", "16");
    file("/sys/devices/sda/sda1/partition", "1");
    Files.createDirectories(root.resolve("sys/dev/block"));
    Files.createSymbolicLink(
        root.resolve("sys/dev/block/8:1"), root.resolve("sys/devices/sda/sda1"));
    for (String tool : List.of("mongostat", "iostat", "vmstat", "ssh", "iperf3")) {
      file("/bin/" + tool, "");
      assertThat(root.resolve("bin/" + tool).toFile().setExecutable(true)).isTrue();
    }
    commands.put("docker", "28.0\n");
    commands.put("mongod", "db version v7.0.2\nBuild Info\n");
    commands.put("iperf3", "{\"end\":{\"sum_received\":{\"bits_per_second\":9.4e9}}}");
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<Check> run(@Nullable Integer major, boolean ownHost, @Nullable String link) {
    Host host = new Host(root, List.of(root.resolve("bin")), this::command);
    DoctorRequest request =
        new DoctorRequest(root, major, 9L, !ownHost, link == null ? "db1" : link);
    return new ArrayList<>(Doctor.run(request, host, noise(0)));
  }

  private CommandRunner.Result command(List<String> command, Duration longest) throws IOException {
    String output = commands.get(command.get(0));
    if (output == null) {
      throw new IOException("cannot run " + command.get(0));
    }
    return new CommandRunner.Result(0, output);
  }

  private static Map<String, Check> byName(List<Check> checks) {
    Map<String, Check> byName = new HashMap<>();
    checks.forEach(check -> byName.put(check.name(), check));
    assertThat(byName).hasSameSizeAs(checks);
    return byName;
  }

  private static List<String> warnings(Map<String, Check> checks) {
    return checks.values().stream()
        .filter(check -> check.verdict() == Verdict.WARN)
        .map(Check::name)
        .toList();
  }

  private static Verdict verdict(List<Check> checks, String name) {
    return checks.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow().verdict();
  }

  private static @Nullable String found(Map<String, Check> checks, String name) {
    Check check = checks.get(name);
    return check == null ? null : check.found();
  }
}
