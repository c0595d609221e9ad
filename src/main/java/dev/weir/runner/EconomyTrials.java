package dev.weir.runner;

import com.mongodb.client.MongoClient;
import dev.weir.capture.Capture;
import dev.weir.dataset.economy.EconomyAudit;
import dev.weir.dataset.economy.EconomyWorld;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadJvm;
import dev.weir.load.LoadOrder;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Economy trials, each on a fresh JVM and a fresh world, audited at its end. */
final class EconomyTrials {
  private static final Duration START = Duration.ofSeconds(60);

  /** A commit whose result is unknown is retried for two minutes, then resolved. */
  private static final Duration SLACK = Duration.ofMinutes(5);

  private final EconomyRequest request;
  private final ServerUnderTest server;
  private final MongoClient client;
  private final DatabaseGuard guard;
  private final RunFolder folder;
  private final Capture capture;
  private final SecondLog seconds;
  private final Clock clock;
  private int trials;

  /** One trial, what it measured, and what the audit found. */
  record Result(TrialRecord record, EconomyMeasurement measurement, EconomyAudit.Finding audit) {}

  EconomyTrials(
      EconomyRequest request,
      ServerUnderTest server,
      MongoClient client,
      DatabaseGuard guard,
      RunFolder folder,
      Capture capture,
      SecondLog seconds,
      Clock clock) {
    this.request = request;
    this.server = server;
    this.client = client;
    this.guard = guard;
    this.folder = folder;
    this.capture = capture;
    this.seconds = seconds;
    this.clock = clock;
  }

  Result run(String pooling, int round, int order)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    trials++;
    new EconomyWorld(client, guard, request.size()).reset();
    try (LoadJvm jvm = LoadJvm.start(LoadMain.class, folder.file("load.log"))) {
      capture.watch(LoadMain.LABEL, jvm.pid());
      jvm.send(
          new LoadOrder.Connect(
              server.connectionString(),
              guard.name(),
              request.size().players(),
              new LoadOrder.Connect.Series(
                  folder.file(RunFolder.CAPTURE).toAbsolutePath().toString(),
                  LoadMain.LABEL + trials,
                  LoadMain.LABEL)));
      jvm.await(LoadEvent.Ready.class, START, event -> {});
      Instant startedAt = clock.instant();
      capture.mark("round " + round + " " + pooling, startedAt);
      CpuSpan cpu = new CpuSpan(server);
      jvm.send(order(pooling));
      LoadEvent.EconomyDone done =
          jvm.await(
              LoadEvent.EconomyDone.class,
              Duration.ofSeconds(request.rampSeconds() + request.seconds()).plus(SLACK),
              event -> {
                cpu.hear(event);
                if (event instanceof LoadEvent.Second second) {
                  seconds.add(second, round);
                }
              });
      EconomyMeasurement m = done.measurement();
      seconds.reported(m.reporter());
      EconomyAudit.Finding audit =
          new EconomyAudit(client, guard.name(), request.size())
              .run(m.committedByType(), m.unresolvedByType(), m.voided());
      TrialRecord record =
          EconomyRecords.measured(
              pooling,
              round,
              order,
              startedAt,
              clock.instant(),
              request.rampSeconds(),
              m,
              cpu.micros(),
              EconomyRecords.reasons(m, audit));
      return new Result(record, m, audit);
    } finally {
      capture.mark("", clock.instant());
      capture.unwatch(LoadMain.LABEL);
    }
  }

  private LoadOrder.Economy order(String pooling) {
    return new LoadOrder.Economy(
        pooling,
        request.size(),
        request.workers(),
        request.poolOf(pooling),
        request.rate(),
        request.injectErrors(),
        request.tolerateErrors(),
        request.seed() * 31 + trials,
        request.rampSeconds(),
        request.seconds());
  }
}
