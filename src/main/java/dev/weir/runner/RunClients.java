package dev.weir.runner;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.ClientProcess;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.RunFolder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Load processes of a run, sampled from their start until they are closed. */
public final class RunClients implements AutoCloseable {
  /** Beyond an order's own time: opening connections, and draining calls that hang. */
  public static final Duration SLACK = Duration.ofSeconds(150);

  private static final Duration START = Duration.ofSeconds(60);

  private final Run run;
  private final LoadClients clients;

  RunClients(Run run, LoadClients clients) {
    this.run = run;
    this.clients = clients;
    for (int i = 0; i < clients.size(); i++) {
      String label = label(i);
      clients.pid(i).ifPresent(pid -> run.watch(label, pid));
    }
  }

  LoadClients all() {
    return clients;
  }

  /** The first, for orders that a single client obeys. */
  public ClientProcess first() {
    return clients.first();
  }

  /**
   * Connects each to the run's database.
   *
   * @param uri where the load reaches the server
   * @param documents in each collection
   */
  public void connect(String uri, int documents) throws LoadFailure, InterruptedException {
    clients.connect(
        client -> new LoadOrder.Connect(uri, run.database().name(), documents, series(client)),
        START);
  }

  /** What samplers on other hosts would write can't reach the run's folder. */
  private LoadOrder.Connect.@Nullable Series series(int client) {
    String name = clients.pid(client).isPresent() ? run.nextSeries() : null;
    return name == null
        ? null
        : new LoadOrder.Connect.Series(
            run.folder().file(RunFolder.CAPTURE).toAbsolutePath().toString(), name, label(client));
  }

  public LoadEvent.Warmed warmUp(LoadOrder.WarmUp order) throws LoadFailure, InterruptedException {
    return clients.warmUp(
        order,
        Duration.ofMillis(order.atMostMillis()).plus(SLACK),
        event -> {
          if (event instanceof LoadEvent.Rate rate) {
            run.listener().rate("warm-up", rate.documentsPerSecond());
          }
        });
  }

  /** What a client is called in the timeline: load, load2, load3 … */
  private static String label(int client) {
    return client == 0 ? LoadMain.LABEL : LoadMain.LABEL + (client + 1);
  }

  @Override
  public void close() {
    for (int i = 0; i < clients.size(); i++) {
      run.unwatch(label(i));
    }
    clients.close();
  }
}
