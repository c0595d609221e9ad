package dev.weir.benchmarks;

import dev.weir.capture.HostUse;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.Totals;
import dev.weir.runner.HostWatch;
import dev.weir.runner.TurnLength;
import dev.weir.runner.Turns;
import dev.weir.runner.WarmUpOrders;
import dev.weir.runner.versus.Versus;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Load processes that were warmed once, because a hundred comparisons can't each pay for fresh
 * ones. Each comparison is made on all of them, so that what one JVM is worth shows in it.
 */
final class WarmJvms implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final int SLICES_TO_COMPILE = 3;
  private static final int WARM_UP_IN_FLIGHT = 2;

  private final List<LoadJvm> jvms = new ArrayList<>();
  private final Testbed testbed;
  private final ComparisonCheckSettings settings;
  private final HostWatch watch;
  private final Path log;
  private int leftOut;

  private WarmJvms(Testbed testbed, ComparisonCheckSettings settings, Consumer<String> progress)
      throws IOException {
    this.testbed = testbed;
    this.settings = settings;
    HostUse host = HostUse.local();
    host.own(testbed.server().localPids());
    this.watch = HostWatch.of(host, settings.acceptBusyHost, progress);
    this.log = Files.createTempFile("weir-comparison-check", ".log");
  }

  static WarmJvms start(
      Testbed testbed, ComparisonCheckSettings settings, Consumer<String> progress)
      throws IOException, ServerException, LoadFailure, InterruptedException {
    WarmJvms warm = new WarmJvms(testbed, settings, progress);
    try {
      for (int i = 1; i <= settings.jvms; i++) {
        warm.add();
        progress.accept("JVM " + i + " of " + settings.jvms + " is warm");
      }
      return warm;
    } catch (IOException | ServerException | LoadFailure | InterruptedException e) {
      warm.close();
      throw e;
    }
  }

  private void add() throws IOException, ServerException, LoadFailure, InterruptedException {
    LoadJvm jvm = LoadJvm.start(SlowLoadMain.class, log);
    jvms.add(jvm);
    jvm.send(new LoadOrder.Connect(testbed.uri(), testbed.database(), Testbed.DOCUMENTS, null));
    jvm.await(LoadEvent.Ready.class, ANSWER, event -> {});
    if (settings.warmMillis == 0) {
      return;
    }
    List<LoadOrder.Work> paths = new ArrayList<>();
    for (int batch : settings.batches) {
      paths.add(work(cell(batch, WARM_UP_IN_FLIGHT), 0));
      paths.add(work(cell(batch, WARM_UP_IN_FLIGHT), 0.01));
    }
    try (NullServerProcess nullServer = NullServerProcess.start(true)) {
      jvm.send(
          new LoadOrder.WarmUp(
              nullServer.connectionString(),
              paths,
              SLICES_TO_COMPILE,
              settings.warmMillis,
              testbed.nextSeed()));
      jvm.await(LoadEvent.Warmed.class, ANSWER.plusMillis(settings.warmMillis), event -> {});
    }
    // as versus does: else the first comparisons pay for connecting
    jvm.send(
        WarmUpOrders.onServer(
            paths, true, Duration.ofMillis(settings.warmMillis), testbed.nextSeed()));
    jvm.await(LoadEvent.Warmed.class, ANSWER.plusMillis(settings.warmMillis), event -> {});
  }

  static Cell cell(int batch, int inFlight) {
    return Cell.of(
        Map.of(
            Factor.OPERATION, batch == 1 ? Operation.SINGLE : Operation.BULK_UNORDERED,
            Factor.BATCH, batch,
            Factor.IN_FLIGHT, inFlight));
  }

  private LoadOrder.Work work(Cell cell, double loss) {
    return new LoadOrder.Work(
        loss == 0 ? "normal" : SlowLoadMain.id(loss), cell.factors(), testbed.collection());
  }

  /** Compares a cell with itself, made slower by {@code loss} unless that is 0. */
  ComparisonCheck.Outcome compare(ComparisonCheck.Kind kind)
      throws ServerException, LoadFailure, InterruptedException {
    Counts counts = Counts.start(testbed.server());
    Cell cell = cell(kind.batch(), kind.inFlight());
    List<LoadOrder.Turns.Side> sides =
        List.of(
            new LoadOrder.Turns.Side(null, null, work(cell, 0)),
            new LoadOrder.Turns.Side(null, null, work(cell, kind.loss())));
    List<Totals> written = new ArrayList<>();
    List<List<LoadEvent.TurnsTaken>> blocks = new ArrayList<>();
    Set<String> lengths = new LinkedHashSet<>();
    TurnLength length = TurnLength.of(cell, cell);
    int wanted = new Versus.Effort(jvms.size(), kind.seconds()).blocks(length);
    for (LoadJvm jvm : jvms) {
      Turns.Measured measured =
          new Turns(jvm, sides, length, testbed.nextSeed(), watch).run(wanted, Turns.BLOCK_MILLIS);
      if (measured.blocks().isEmpty()) {
        throw new IllegalStateException(
            "every block was disturbed: " + measured.disturbed().get(0));
      }
      written.add(measured.a());
      written.add(measured.b());
      blocks.add(measured.blocks());
      leftOut += measured.disturbed().size();
      lengths.add(measured.length().toString());
    }
    counts.check(written);
    return ComparisonCheck.Outcome.of(kind, shown(lengths), blocks);
  }

  /** The shortest and the longest, where JVMs found others fit. */
  private static String shown(Set<String> lengths) {
    List<String> sorted =
        lengths.stream()
            .sorted(
                Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
            .toList();
    String last = sorted.get(sorted.size() - 1);
    return sorted.size() == 1 ? last : sorted.get(0) + " to " + last;
  }

  /** Blocks that other work on the host disturbed, left out and made again. */
  int leftOut() {
    return leftOut;
  }

  /** Replaces the processes: after a failure they may be dead or out of step. */
  void mend() throws IOException, ServerException, LoadFailure, InterruptedException {
    jvms.forEach(LoadJvm::close);
    jvms.clear();
    for (int i = 0; i < settings.jvms; i++) {
      add();
    }
  }

  @Override
  public void close() {
    jvms.forEach(LoadJvm::close);
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      log.toFile().deleteOnExit();
    }
  }
}
