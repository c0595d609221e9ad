package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.OthersCpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a file system of its own: two cores, a load (100), its child (101), others. */
class HostUseTest {
  private static final String HOST_NAMESPACE = "pid:[4026531836]";

  private final Path root;
  private long nanos;

  HostUseTest(@TempDir Path root) throws IOException {
    this.root = root;
    namespace(HOST_NAMESPACE);
    process(1, "init", 0, 0, 0);
    process(100, "java", 50, 1_000, 0);
    process(101, "mongod", 100, 500, 0);
    process(200, "hog", 1, 300, 0);
    stat(10_000, 10);
  }

  @Test
  void processesThatAreNotOursAreNamedWithTheirCores() throws IOException {
    HostUse use = use();
    HostUse.Moment from = use.now();
    process(100, "java", 50, 1_100, 0);
    process(101, "mongod", 100, 590, 0);
    process(200, "hog", 1, 400, 0);
    process(201, "cron", 1, 20, 0);
    stat(10_040, 30);
    OthersCpu others = use.between(from, later(use));
    assertThat(others.seconds()).isEqualTo(2);
    assertThat(others.hostCores()).isEqualTo(2);
    assertThat(others.foreignCores()).isCloseTo(0.6, within(1e-9));
    assertThat(others.stealCores()).isCloseTo(0.1, within(1e-9));
    assertThat(others.lostCores()).isCloseTo(0.7, within(1e-9));
    assertThat(others.top())
        .containsExactly(
            new OthersCpu.Taker("hog", 200, 0.5), new OthersCpu.Taker("cron", 201, 0.1));
    assertThat(others.words())
        .isEqualTo(
            "hog (200) took 0.50, cron (201) took 0.10, other virtual machines took 0.10 of 2"
                + " cores");
  }

  @Test
  void aServerThatIsNamedAndItsChildrenAreOurs() throws IOException {
    HostUse use = use();
    use.own(Set.of(200L));
    HostUse.Moment from = use.now();
    process(200, "hog", 1, 400, 0);
    process(201, "helper", 200, 50, 0);
    assertThat(use.between(from, later(use)).foreignCores()).isZero();
  }

  @Test
  void childrenThatEndedCountForTheirParentWithoutWhatTheyHadUsedBefore() throws IOException {
    process(200, "sh", 1, 300, 0);
    process(210, "make", 200, 5, 0);
    process(211, "cc", 210, 700, 40);
    HostUse use = use();
    HostUse.Moment from = use.now();
    Files.delete(root.resolve("proc/210/stat"));
    Files.delete(root.resolve("proc/211/stat"));
    process(200, "sh", 1, 300, 745 + 60);
    OthersCpu others = use.between(from, later(use));
    assertThat(others.top()).containsExactly(new OthersCpu.Taker("sh", 200, 0.3));
  }

  @Test
  void anIdThatIsUsedAgainIsAnotherProcess() throws IOException {
    HostUse use = use();
    HostUse.Moment from = use.now();
    process(200, "other", 1, 20, 0, 777);
    assertThat(use.between(from, later(use)).top())
        .containsExactly(new OthersCpu.Taker("other", 200, 0.1));
  }

  @Test
  void threadsOfTheKernelAreNobodys() throws IOException {
    write("proc/9/stat", "9 (ksoftirqd/0) S 2 0 0 0 -1 69238848 0 0 0 0 0 0 0 0 20 0 1 0 0");
    HostUse use = use();
    HostUse.Moment from = use.now();
    write("proc/9/stat", "9 (ksoftirqd/0) S 2 0 0 0 -1 69238848 0 0 0 0 0 99 0 0 20 0 1 0 0");
    assertThat(use.between(from, later(use)).foreignCores()).isZero();
  }

  @Test
  void insideOfAContainerTheHostsOtherWorkIsWhatNoProcessSeenHasUsed() throws IOException {
    namespace("pid:[4026532198]");
    HostUse use = use();
    HostUse.Moment from = use.now();
    process(100, "java", 50, 1_100, 0);
    // Of 400 ticks of both cores 140 idle, 20 stolen and 100 ours.
    stat(10_140, 30);
    OthersCpu others = use.between(from, later(use));
    assertThat(others.top())
        .containsExactly(new OthersCpu.Taker("processes outside of this container", 0, 0.7));
    assertThat(others.words()).startsWith("processes outside of this container took 0.70, ");
    // On a host whose processes are all seen the rest is interrupts and rounding.
    namespace(HOST_NAMESPACE);
    assertThat(use().between(from, later(use)).foreignCores()).isZero();
  }

  @Test
  void aServerOutsideOfTheContainerCannotBeToldFromOthersThere() throws IOException {
    namespace("pid:[4026532198]");
    Files.delete(root.resolve("proc/101/stat"));
    HostUse use = use();
    use.own(HostUse.SERVERS);
    HostUse.Moment from = use.now();
    stat(10_140, 30);
    assertThat(use.between(from, later(use)).foreignCores()).isZero();
    assertThat(use.missing())
        .containsExactly(
            "what processes outside of this container take is not known: the server is one of them"
                + " and its process is not seen");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongod", "mongos", "docker-proxy"})
  void aServerWhoseIdsAreNotKnownIsOursByItsName(String name) throws IOException {
    HostUse use = use();
    use.own(HostUse.SERVERS);
    assertThat(foreignCores(use, name)).isZero();
    assertThat(use.missing()).isEmpty();
  }

  /** The latter as in {@code ops/client-lab}, which starts it beside Weir. */
  @ParameterizedTest
  @ValueSource(strings = {"docker-proxy", "toxiproxy-serve"})
  void whatPassesTrafficOnToAServerIsOurs(String name) throws IOException {
    HostUse use = use();
    use.own(HostUse.PROXIES);
    assertThat(foreignCores(use, name)).isZero();
    assertThat(foreignCores(use, "mongod")).isEqualTo(0.45);
  }

  @Test
  void namesAddUp() throws IOException {
    HostUse use = use();
    use.own("game"::equals);
    use.own(HostUse.PROXIES);
    assertThat(foreignCores(use, "game")).isZero();
    assertThat(foreignCores(use, "docker-proxy")).isZero();
  }

  /** Of a process that works for 0.9 s. */
  private double foreignCores(HostUse use, String name) throws IOException {
    process(101, name, 1, 500, 0);
    HostUse.Moment from = use.now();
    process(101, name, 1, 590, 0);
    return Objects.requireNonNull(use.between(from, later(use)).foreignCores());
  }

  /** The name of a server's parent says nothing of what else descends from it. */
  @Test
  void aNameMakesOneProcessOursAndNotItsChildren() throws IOException {
    process(101, "mongod", 1, 500, 0);
    HostUse use = use();
    use.own(HostUse.SERVERS);
    HostUse.Moment from = use.now();
    process(201, "script", 101, 90, 0);
    assertThat(use.between(from, later(use)).top())
        .containsExactly(new OthersCpu.Taker("script", 201, 0.45));
  }

  @Test
  void throttlingAndStallsAreToldWhereTheKernelDoes() throws IOException {
    HostUse use = use();
    HostUse.Moment from = use.now();
    assertThat(use.between(from, later(use)).throttledCores()).isNull();
    assertThat(use.between(from, later(use)).stalledShare()).isNull();
    write("proc/100/cgroup", "0::/box\n");
    write("cgroup/box/cpu.stat", "usage_usec 1\nnr_periods 8\nthrottled_usec 100000\n");
    write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=40\nfull total=0\n");
    from = use.now();
    write("cgroup/box/cpu.stat", "usage_usec 2\nnr_periods 9\nthrottled_usec 300000\n");
    write("proc/pressure/cpu", "some avg10=1.00 avg60=0.00 avg300=0.00 total=500040\nfull total=0");
    OthersCpu others = use.between(from, later(use));
    assertThat(others.throttledCores()).isCloseTo(0.1, within(1e-9));
    assertThat(others.stalledShare()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void withoutTheFilesNothingIsInvented() throws IOException {
    HostUse use = new HostUse(root.resolve("none"), () -> nanos, scheduling(), 100);
    OthersCpu others = use.between(use.now(), later(use));
    assertThat(others.foreignCores()).isNull();
    assertThat(others.stealCores()).isNull();
    assertThat(others.lostCores()).isZero();
    assertThat(use.missing())
        .containsExactly(
            "what other processes take of this host is not known: there is no /proc/stat");
  }

  private HostUse use() {
    return new HostUse(root.resolve("proc"), () -> nanos, scheduling(), 100);
  }

  private ProcessScheduling scheduling() {
    return new ProcessScheduling(root.resolve("proc"), root.resolve("cgroup"));
  }

  private HostUse.Moment later(HostUse use) {
    nanos += 2_000_000_000L;
    return use.now();
  }

  private void namespace(String id) throws IOException {
    Path link = root.resolve("proc/self/ns/pid");
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(id));
  }

  private void stat(long idle, long steal) throws IOException {
    write(
        "proc/stat",
        "cpu  900 0 100 " + idle + " 0 0 0 " + steal + " 0 0\ncpu0 1 1 1\ncpu1 1 1 1\nintr 5\n");
  }

  private void process(long pid, String name, long parent, long own, long ended)
      throws IOException {
    process(pid, name, parent, own, ended, pid);
  }

  private void process(long pid, String name, long parent, long own, long ended, long start)
      throws IOException {
    write(
        "proc/" + pid + "/stat",
        pid
            + " ("
            + name
            + ") S "
            + parent
            + " 0 0 0 -1 0 0 0 0 0 "
            + own
            + " 0 "
            + ended
            + " 0 20 0 1 0 "
            + start
            + " 0\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
