package dev.weir.benchmarks;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.Totals;
import dev.weir.runner.versus.Turns;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Load processes that were warmed once, because sixty comparisons can't each pay for fresh ones.
 * Within a comparison every round draws another pair, so that what one JVM is worth scatters over
 * rounds as it does with fresh ones.
 */
final class WarmJvms implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final int SLICES_TO_COMPILE = 3;

  /** With fewer a comparison would hang on what single JVMs are worth. */
  private static final int FEWEST = 8;

  private final List<LoadJvm> jvms = new ArrayList<>();
  private final Testbed testbed;
  private final ComparisonCheckSettings settings;
  private final Random random;
  private final LoadOrder.Work normal;
  private final LoadOrder.Work slower;
  private final Turns turns;
  private final Path log;
  private List<LoadJvm> last = List.of();

  private WarmJvms(Testbed testbed, ComparisonCheckSettings settings, Random random)
      throws IOException {
    this.testbed = testbed;
    this.settings = settings;
    this.random = random;
    // One in flight: only there is the share by which the writer is slower that of the throughput.
    Map<String, String> factors =
        Cell.of(
                Map.of(
                    Factor.OPERATION, Operation.BULK_UNORDERED,
                    Factor.BATCH, settings.batch,
                    Factor.IN_FLIGHT, 1))
            .factors();
    this.normal = new LoadOrder.Work("normal", factors, testbed.collection());
    this.slower = new LoadOrder.Work(SlowLoadMain.id(settings.loss), factors, testbed.collection());
    this.turns = new Turns(settings.pairs, settings.sliceMillis, testbed::nextSeed);
    this.log = Files.createTempFile("weir-wolf-check", ".log");
  }

  static WarmJvms start(
      Testbed testbed, ComparisonCheckSettings settings, Random random, Consumer<String> progress)
      throws IOException, ServerException, LoadFailure, InterruptedException {
    WarmJvms warm = new WarmJvms(testbed, settings, random);
    try (NullServerProcess nullServer = NullServerProcess.start(true)) {
      for (int i = 1; i <= settings.jvms; i++) {
        warm.add(nullServer.connectionString());
        progress.accept("JVM " + i + " of " + settings.jvms + " is warm");
      }
      return warm;
    } catch (IOException | ServerException | LoadFailure | InterruptedException e) {
      warm.close();
      throw e;
    }
  }

  private void add(String nullServer) throws IOException, LoadFailure, InterruptedException {
    LoadJvm jvm = LoadJvm.start(SlowLoadMain.class, log);
    jvms.add(jvm);
    jvm.send(new LoadOrder.Connect(testbed.uri(), testbed.database(), Testbed.DOCUMENTS, null));
    jvm.await(LoadEvent.Ready.class, ANSWER, event -> {});
    if (settings.warmMillis == 0) {
      return;
    }
    jvm.send(
        new LoadOrder.WarmUp(
            nullServer,
            List.of(normal, slower),
            SLICES_TO_COMPILE,
            settings.warmMillis,
            testbed.nextSeed()));
    jvm.await(LoadEvent.Warmed.class, ANSWER.plusMillis(settings.warmMillis), event -> {});
  }

  /** Compares the cell with itself, or with itself made slower. */
  ComparisonCheck.Outcome compare(boolean slowed)
      throws ServerException, LoadFailure, InterruptedException {
    Counts counts = Counts.start(testbed.server());
    List<Totals> written = new ArrayList<>();
    List<Double> base = new ArrayList<>();
    List<Double> other = new ArrayList<>();
    List<LoadJvm> drawn = new ArrayList<>();
    for (int round = 0; round < settings.rounds; round++) {
      if (drawn.size() < 2) {
        drawn.addAll(jvms);
        Collections.shuffle(drawn, random);
      }
      last = List.of(drawn.remove(0), drawn.remove(0));
      Turns.Pair pair =
          turns.run(
              new Turns.Side(last.get(0), normal),
              new Turns.Side(last.get(1), slowed ? slower : normal),
              round % 2 == 1);
      base.add(pair.a().documentsPerSecond());
      other.add(pair.b().documentsPerSecond());
      written.add(pair.a().totals());
      written.add(pair.b().totals());
    }
    counts.check(written);
    return new ComparisonCheck.Outcome(slowed, base, other);
  }

  /**
   * Parts with the two processes of the turn that broke: they may be dead or out of step.
   *
   * @return whether enough are left to go on
   */
  boolean mend() {
    last.forEach(LoadJvm::close);
    jvms.removeAll(last);
    last = List.of();
    return jvms.size() >= FEWEST;
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
