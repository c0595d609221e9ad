package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import dev.weir.server.ContainersOf;
import dev.weir.server.Member;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * What only happens to containers; {@code -Pdocker} runs the other faults on containers as well.
 */
@EnabledIf("dev.weir.Containers#all")
@Timeout(900)
class ContainerFaultsIT {
  private static final int REPEATS = Integer.getInteger("weir.faults.repeats", 1);
  private static final Cell PLAIN = Cell.of(Map.of()).with(Factor.IN_FLIGHT, 4);
  private static final Cell MAJORITY = PLAIN.with(Factor.WRITE_CONCERN, Durability.MAJORITY);
  private static final String LOST = "the server was lost: .*|the server changed: .*";

  private final ContainersOf engine = new ContainersOf();
  private final DockerClient docker = engine.docker();

  @Test
  void faultsOfOneMember(@TempDir Path folder) throws Exception {
    check(
        Topology.RS1,
        folder,
        List.of(
            new Fault("container-killed", PLAIN, scene -> kill(scene, Member.Role.PRIMARY), LOST),
            new Fault("container-paused", PLAIN, this::paused, ".*nothing was acknowledged for .*"),
            new Fault(
                "network-cut",
                PLAIN,
                this::cutOff,
                ".*nothing was acknowledged for .*|connections lost: .*|the server was lost: .*"
                    + "|\\d+ documents failed.*"),
            new Fault("memory-limit-hit", PLAIN, this::outOfMemory, LOST)));
  }

  @Test
  void faultsOfASet(@TempDir Path folder) throws Exception {
    check(
        Topology.PSS,
        folder,
        List.of(
            new Fault(
                "secondary-container-killed",
                MAJORITY,
                scene -> kill(scene, Member.Role.SECONDARY),
                "member .* went from SECONDARY to UNAVAILABLE"),
            new Fault(
                "primary-container-killed",
                MAJORITY,
                scene -> kill(scene, Member.Role.PRIMARY),
                LOST)));
  }

  private void check(Topology topology, Path folder, List<Fault> faults) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("WEIR_SOURCES", "docker");
    environment.put("WEIR_MEMBER_MEMORY", "700m");
    ContainersOf.Deployment containers;
    try (ServerUnderTest server =
        ServerProvider.open(
            ServerRequest.defaults(environment).withTopology(topology), System.out::println)) {
      containers = engine.of(server.members().get(0).port());
      FaultsIT.check(
          faults,
          new FaultRounds(folder, REPEATS, Duration.ofSeconds(4)).run(server, faults),
          REPEATS);
    }
    assertThat(engine.still(containers)).as("nothing is left").isEmpty();
  }

  private Member member(Fault.Scene scene, Member.Role role) {
    return scene.server().members().stream()
        .filter(member -> member.role() == role)
        .findFirst()
        .orElseThrow();
  }

  private String container(Fault.Scene scene, Member.Role role) {
    int first = scene.server().members().get(0).port();
    return engine.member(engine.of(first), member(scene, role).port());
  }

  private void kill(Fault.Scene scene, Member.Role role) {
    docker.killContainerCmd(container(scene, role)).exec();
  }

  private void paused(Fault.Scene scene) throws InterruptedException {
    String id = container(scene, Member.Role.PRIMARY);
    docker.pauseContainerCmd(id).exec();
    try {
      TimeUnit.SECONDS.sleep(5);
    } finally {
      docker.unpauseContainerCmd(id).exec();
    }
  }

  private void cutOff(Fault.Scene scene) throws InterruptedException {
    String holder = engine.of(scene.server().members().get(0).port()).holder();
    docker.disconnectFromNetworkCmd().withContainerId(holder).withNetworkId("bridge").exec();
    try {
      TimeUnit.SECONDS.sleep(5);
    } finally {
      docker.connectToNetworkCmd().withContainerId(holder).withNetworkId("bridge").exec();
    }
  }

  /** Something else in the member's container takes all memory; the kernel ends mongod first. */
  private void outOfMemory(Fault.Scene scene) throws IOException {
    String id = container(scene, Member.Role.PRIMARY);
    long pid = Objects.requireNonNull(member(scene, Member.Role.PRIMARY).pid());
    Files.writeString(Path.of("/proc", Long.toString(pid), "oom_score_adj"), "1000");
    String exec = docker.execCreateCmd(id).withCmd("tail", "/dev/zero").exec().getId();
    docker.execStartCmd(exec).withDetach(true).exec(new ResultCallback.Adapter<Frame>());
  }
}
