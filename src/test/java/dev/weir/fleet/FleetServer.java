package dev.weir.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ClientShares;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A real server with a collection that fleets write to. */
final class FleetServer implements AutoCloseable {
  private static final int DOCUMENTS = 500;
  private static final String DATABASE = DatabaseGuard.PREFIX + "fleet";
  private static final Duration CONNECT = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ServerUnderTest server;
  private final String uri;
  private final MongoClient client;
  private final DatabaseGuard guard;

  private FleetServer(ServerUnderTest server, String uri, MongoClient client)
      throws ServerException {
    this.server = server;
    this.uri = uri;
    this.client = client;
    this.guard = DatabaseGuard.open(client, DATABASE);
  }

  static FleetServer open() throws ServerException {
    ServerUnderTest server =
        ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
    return of(server, server.connectionString());
  }

  /**
   * Of a server that is open already.
   *
   * @param uri where workers find it
   */
  static FleetServer of(ServerUnderTest server, String uri) throws ServerException {
    return new FleetServer(server, uri, MongoClients.create(server.connectionString()));
  }

  /** Load processes that know where to write, to a collection in its first state. */
  LoadClients ready(Fleet fleet, Path folder, int clients) throws Exception {
    reset();
    LoadClients load = fleet.start(folder.resolve("load.log"), clients);
    load.connect(index -> new LoadOrder.Connect(uri, DATABASE, DOCUMENTS, null), CONNECT);
    return load;
  }

  /** Before every trial: the same updates once more would change nothing. */
  void reset() throws ServerException {
    new Datasets(client, guard, DOCUMENTS, 1).reset(cell(1).document());
  }

  private static Cell cell(int clients) {
    return Cell.parse(Map.of("clients", String.valueOf(clients), "inFlight", "2"));
  }

  LoadOrder.Trial trial(int clients) {
    Cell cell = cell(clients);
    return new LoadOrder.Trial(
        new LoadOrder.Work("fleet", cell.factors(), Datasets.collection(cell.document())),
        7,
        1_000,
        250,
        2_500);
  }

  /** A trial of that number of workers, whose every update changed its document. */
  LoadClients.Measured exact(LoadClients load, int workers) throws Exception {
    long before = updates();
    LoadClients.Measured measured = load.trial(trial(workers), workers, PATIENCE, event -> {});
    assertThat(TrialValidity.counts(measured.measurement().total(), updates() - before, true))
        .as("every update changed its document, and the server counted exactly those")
        .isEmpty();
    ClientShares shares = requireNonNull(measured.shares());
    assertThat(shares.shares()).hasSize(workers);
    System.out.printf(
        Locale.ROOT, "start skew of %d workers: %.3f ms%n", workers, shares.startSkewMillis());
    return measured;
  }

  /** What is done to a worker in mid-trial. */
  interface Fate {
    void befall() throws IOException;
  }

  /**
   * A trial of two workers during which one of them is lost.
   *
   * @param message a regular expression of the failure's
   * @return time from the fate to the failure
   */
  Duration lose(LoadClients load, Fate fate, String message) {
    AtomicLong from = new AtomicLong();
    assertThatThrownBy(
            () ->
                load.trial(
                    trial(2),
                    2,
                    PATIENCE,
                    event -> {
                      if (event instanceof LoadEvent.Rate
                          && from.compareAndSet(0, System.nanoTime())) {
                        befall(fate);
                      }
                    }))
        .isInstanceOf(LoadFailure.class)
        .hasMessageMatching(message);
    assertThat(from.get()).as("the trial was under way").isNotZero();
    return Duration.ofNanos(System.nanoTime() - from.get());
  }

  private static void befall(Fate fate) {
    try {
      fate.befall();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the server has counted so far. */
  long updates() throws ServerException {
    return server.counters().update();
  }

  @Override
  public void close() throws ServerException {
    guard.dropDatabase();
    client.close();
    server.close();
  }
}
