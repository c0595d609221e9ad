package dev.weir.cli;

import dev.weir.runner.load.EconomyRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code weir load --mix economy} plays, beside what it shares with updates. */
final class EconomyLoadOptions {
  private static final int MOST_WORKERS = 2_000;

  /** Who shares connections. */
  enum Pooling {
    session,
    operation,
    both
  }

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Economy: number of workers, ten to a shop. Default: 20.")
  private @Nullable Integer workers;

  @Option(
      names = "--pooling",
      paramLabel = "WAY",
      description =
          "Economy: session gives each worker a client with one connection, operation "
              + "shares a smaller pool, both compares the two by turns. Default: session.")
  private @Nullable Pooling pooling;

  @Option(
      names = "--pool",
      paramLabel = "N",
      description =
          "Economy: connections of the shared pool, fewer than workers. Default: a quarter "
              + "of the workers.")
  private @Nullable Integer pool;

  @Option(
      names = "--inject-errors",
      paramLabel = "SHARE",
      description = "Economy: make this share of operations fail, to test retries and audit.")
  private @Nullable String injectErrors;

  /** Whether any of its own options was given. */
  boolean given() {
    return workers != null || pooling != null || pool != null || injectErrors != null;
  }

  EconomyRequest request(UpdateLoadOptions.Shared shared) throws BadInput {
    int players = workers == null ? 20 : workers;
    if (players < 1 || players > MOST_WORKERS) {
      throw new BadInput("--workers " + players + ": give 1 to " + MOST_WORKERS);
    }
    Pooling way = pooling == null ? Pooling.session : pooling;
    int connections = pool == null ? Math.max(1, players / 4) : pool;
    if (way == Pooling.session && pool != null) {
      throw new BadInput(
          "--pool belongs to operation pooling; with session each worker has its own");
    }
    if (way != Pooling.session && (connections < 1 || connections >= players)) {
      throw new BadInput(
          "--pool "
              + connections
              + ": operation pooling shares fewer connections than its "
              + players
              + " workers, at least 1");
    }
    Double rate = shared.rate();
    if (rate != null && !(rate > 0 && rate <= 1_000_000)) {
      throw new BadInput("--rate " + rate + ": give operations/s above 0, at most 1000000");
    }
    return new EconomyRequest(
        players,
        switch (way) {
          case session -> List.of(EconomyRequest.SESSION);
          case operation -> List.of(EconomyRequest.OPERATION);
          case both -> List.of(EconomyRequest.SESSION, EconomyRequest.OPERATION);
        },
        connections,
        rate == null ? EconomyRequest.tpccRate(players) : rate,
        shared.repeats(),
        shared.rampSeconds(),
        shared.seconds(),
        injectErrors == null ? 0 : Amounts.share("--inject-errors", injectErrors),
        shared.tolerateErrors(),
        shared.seed());
  }
}
