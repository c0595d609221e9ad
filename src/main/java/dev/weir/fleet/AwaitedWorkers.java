package dev.weir.fleet;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Workers that somebody else starts: a Job of Kubernetes, a person on each host. */
public final class AwaitedWorkers implements WorkerLauncher {
  private final AtomicBoolean used = new AtomicBoolean();

  @Override
  public Launched launch(Invitation invitation) throws IOException {
    if (used.getAndSet(true)) {
      throw new IOException("a worker was lost, and Weir can't start it again");
    }
    return new Launched() {
      @Override
      public Optional<String> ended() {
        return Optional.empty();
      }

      @Override
      public void close() {
        // They end when they are ordered to, or with the connection.
      }
    };
  }
}
