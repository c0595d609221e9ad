package dev.weir.runner.versus;

import dev.weir.record.TrialRecord;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Kills something while turns are taken, after the first pair of trials. */
final class KillInATurn extends SilentListener {
  private static final int UPDATES_BEFORE_IT_DIES = 20;

  final List<String> notes = new ArrayList<>();
  volatile CompletableFuture<Void> killed = new CompletableFuture<>();
  private final ServerUnderTest server;
  private final Runnable kill;

  /**
   * @param server whose updates show that turns are taken
   */
  KillInATurn(ServerUnderTest server, Runnable kill) {
    this.server = server;
    this.kill = kill;
  }

  @Override
  public void note(String line) {
    notes.add(line);
  }

  @Override
  public void pairEnded(TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {
    if (pairsDone == 1) {
      killed = CompletableFuture.runAsync(this::kill);
    }
  }

  private void kill() {
    try {
      long before = server.counters().update();
      while (server.counters().update() < before + UPDATES_BEFORE_IT_DIES) {
        Thread.onSpinWait();
      }
    } catch (ServerException e) {
      throw new IllegalStateException(e);
    }
    kill.run();
  }
}
