package dev.weir.runner;

import dev.weir.record.CellRecord;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.Toxiproxy;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs faults of one deployment through the study runner as it is, a cell for each fault. */
final class FaultRounds {
  /** A cell to which nothing happens: the run must come back to valid trials. */
  static final String UNDISTURBED = "undisturbed";

  private final Path results;
  private final int rounds;
  private final Duration measure;

  FaultRounds(Path results, int rounds, Duration measure) {
    this.results = results;
    this.rounds = rounds;
    this.measure = measure;
  }

  List<CellRecord> run(Fault.Deployment deployment, List<Fault> faults) throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(deployment.topology)
            .withMongodArguments(deployment.mongod)
            .withTemporaryDirectory(results);
    try (ServerUnderTest own = ServerProvider.open(request, line -> {})) {
      if (!deployment.proxied) {
        return run(faults, own, null);
      }
      try (Toxiproxy proxy = Toxiproxy.start(own.members().get(0).port(), 0);
          ServerUnderTest far =
              ServerProvider.open(
                  request.withUri(proxy.uri() + deployment.options).withMongodArguments(List.of()),
                  line -> {})) {
        return run(faults, far, proxy);
      }
    }
  }

  /** The same on a deployment of the caller's. */
  List<CellRecord> run(ServerUnderTest server, List<Fault> faults) throws Exception {
    return run(faults, server, null);
  }

  private List<CellRecord> run(
      List<Fault> faults, ServerUnderTest server, @Nullable Toxiproxy proxy) throws Exception {
    Map<String, Cell> cells = new LinkedHashMap<>();
    faults.forEach(fault -> cells.put(fault.name(), fault.cell()));
    cells.put(UNDISTURBED, Cell.of(Map.of()).with(Factor.IN_FLIGHT, 4));
    Plan plan = plan(cells);
    Injector injector = new Injector(faults, server, proxy);
    return Run.carryOut(
            new StudyMeasurement(plan, injector),
            server,
            results,
            Run.Settings.of(Clock.systemUTC(), injector))
        .cells();
  }

  /** In an order that has something after every fault. */
  private Plan plan(Map<String, Cell> cells) {
    for (long seed = 1; ; seed++) {
      Plan plan = new Plan(study(seed), cells, List.of(), null);
      if (plan.order(rounds).get(cells.size() - 1).equals(UNDISTURBED)) {
        return plan;
      }
    }
  }

  private Study study(long seed) {
    return Study.named("faults")
        .with(
            study ->
                study
                    .question("What does a fault cost?")
                    .seed(seed)
                    .documents(1_000)
                    .rounds(new Study.Rounds(rounds, rounds))
                    .precision(1)
                    .budget(Duration.ofHours(2))
                    .trial(
                        new Study.TrialTiming(
                            measure, Duration.ofMillis(100), Duration.ofSeconds(20)))
                    .warmUp(new Study.WarmUp(Duration.ofSeconds(2))));
  }

  /** Injects when the measured span begins; the trial's end waits until that is done. */
  private static final class Injector extends SilentListener implements Intervention {
    private final List<Fault> faults;
    private final ServerUnderTest server;
    private final @Nullable Toxiproxy proxy;
    private volatile long loadPid;
    private volatile CompletableFuture<Void> injected = CompletableFuture.completedFuture(null);

    Injector(List<Fault> faults, ServerUnderTest server, @Nullable Toxiproxy proxy) {
      this.faults = faults;
      this.server = server;
      this.proxy = proxy;
    }

    @Override
    public Restore apply(String cell, long pid) {
      loadPid = pid;
      return () -> injected.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void measuring(String cell) {
      faults.stream()
          .filter(fault -> fault.name().equals(cell))
          .forEach(fault -> injected = CompletableFuture.runAsync(() -> inject(fault)));
    }

    private void inject(Fault fault) {
      try {
        TimeUnit.MILLISECONDS.sleep(300);
        fault.injection().inject(new Fault.Scene(server, proxy, loadPid));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void note(String line) {
      System.out.println("faults: " + line);
    }
  }
}
