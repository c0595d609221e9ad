package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSchedulingTest {
  private final Path root;
  private final ProcessScheduling scheduling;

  ProcessSchedulingTest(@TempDir Path root) throws IOException {
    this.root = root;
    this.scheduling = new ProcessScheduling(root.resolve("proc"), root.resolve("cgroup"));
    write("proc/7/status", "Name:\tmongod\nCpus_allowed_list:\t0-2,8\n");
    write("proc/7/cgroup", "0::/weir/load\n");
  }

  @Test
  void withoutAQuotaAffinityCounts() throws IOException {
    write("cgroup/weir/load/cpu.max", "max 100000\n");
    assertThat(scheduling.coresAllowed(7)).hasValue(4);
  }

  @Test
  void theTightestQuotaOfAllGroupsAboveCounts() throws IOException {
    write("cgroup/weir/load/cpu.max", "300000 100000\n");
    write("cgroup/weir/cpu.max", "150000 100000\n");
    assertThat(scheduling.coresAllowed(7)).hasValue(1.5);
  }

  @Test
  void firstVersionOfControlGroups() throws IOException {
    write("proc/7/cgroup", "4:memory:/m\n2:cpu,cpuacct:/weir\n");
    write("cgroup/cpu/weir/cpu.cfs_quota_us", "50000\n");
    write("cgroup/cpu/weir/cpu.cfs_period_us", "100000\n");
    write("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write("cgroup/cpu/cpu.cfs_period_us", "100000\n");
    assertThat(scheduling.coresAllowed(7)).hasValue(0.5);
  }

  @Test
  void coresAreTheSameOnlyIfAllAreAllowedThem() throws IOException {
    write("proc/8/status", "Cpus_allowed_list:\t0-2,8\n");
    write("proc/9/status", "Cpus_allowed_list:\t0\n");
    assertThat(scheduling.sameCores(List.of(7L, 8L))).hasValue(4);
    assertThat(scheduling.sameCores(List.of(7L, 9L))).isEmpty();
    assertThat(scheduling.sameCores(List.of(7L))).isEmpty();
    assertThat(scheduling.sameCores(List.of(10L, 11L))).isEmpty();
  }

  @Test
  void delaysOfAllThreadsAddUp() throws IOException {
    write("proc/7/task/7/schedstat", "900 5000000 3\n");
    write("proc/7/task/8/schedstat", "100 2000000 9\n");
    assertThat(scheduling.runDelayMicros(7)).hasValue(7_000);
  }

  @Test
  void whatTheKernelDoesNotTellIsUnknown() throws IOException {
    assertThat(scheduling.runDelayMicros(7)).isEmpty();
    assertThat(scheduling.coresAllowed(9)).isEmpty();
    write("proc/7/task/7/schedstat", "garbage of a module\n");
    assertThat(scheduling.runDelayMicros(7)).isEmpty();
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
