package dev.weir.fleet;

import dev.weir.load.engine.Timing;
import dev.weir.runner.BuildInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the workers of one gang meet: lets in who shows the token, one for each index, and keeps
 * pinging them. A gang never gets a second worker for an index, so that none is silently replaced.
 */
final class Coordinator implements AutoCloseable {
  static final String ROLE = "coordinator";

  private static final Duration HANDSHAKE = Duration.ofSeconds(10);
  private static final Duration PART = Duration.ofSeconds(5);

  /** Connections that have not shown the token yet. */
  private static final int MOST_STRANGERS = 64;

  /** Readers need little stack, and there may be a thousand. */
  private static final long STACK_BYTES = 256 << 10;

  private final ServerSocket server;
  private final Token token;
  private final int workers;
  private final Beats beats;
  private final Timing timing;
  private final Consumer<String> log;
  private final WorkerFacts own = WorkerFacts.read();
  private final Map<Integer, RemoteWorker> members = new ConcurrentSkipListMap<>();
  private final Semaphore strangers = new Semaphore(MOST_STRANGERS);
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param every how often each worker is pinged
   * @param silence after which a worker is lost, and a worker takes us for lost
   */
  record Beats(Duration every, Duration silence) {
    static final Beats USUAL = new Beats(Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  private Coordinator(
      ServerSocket server,
      Token token,
      int workers,
      Beats beats,
      Timing timing,
      Consumer<String> log) {
    this.server = server;
    this.token = token;
    this.workers = workers;
    this.beats = beats;
    this.timing = timing;
    this.log = log;
  }

  /**
   * Opens the door.
   *
   * @param listen where; port 0 for any that is free
   * @param log gets a line for every worker that joins or is refused
   * @throws IOException if nothing can listen there
   */
  static Coordinator open(
      InetSocketAddress listen,
      Token token,
      int workers,
      Beats beats,
      Timing timing,
      Consumer<String> log)
      throws IOException {
    InetAddress host = InetAddress.getByName(listen.getHostString());
    ServerSocket server;
    try {
      server = new ServerSocket(listen.getPort(), Math.max(50, workers), host);
    } catch (IOException e) {
      throw new IOException("can't listen on " + Addresses.text(listen) + ": " + e.getMessage(), e);
    }
    Coordinator coordinator = new Coordinator(server, token, workers, beats, timing, log);
    thread(coordinator::accept, "fleet-door").start();
    thread(coordinator::beat, "fleet-beat").start();
    return coordinator;
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return server.getLocalPort();
  }

  private void beat() {
    try {
      while (!closed.await(beats.every().toMillis(), TimeUnit.MILLISECONDS)) {
        members.values().forEach(RemoteWorker::ping);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does: the thread is ours alone
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        strangers.acquire();
        thread(() -> meet(socket), "fleet-member").start();
      }
    } catch (IOException e) {
      // The door was closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void meet(Socket socket) {
    Optional<RemoteWorker> joined;
    try {
      joined = welcome(new Channel(socket, HANDSHAKE));
    } catch (IOException e) {
      log.accept("somebody at " + socket.getRemoteSocketAddress() + " was not let in: " + e);
      joined = Optional.empty();
    } finally {
      strangers.release();
    }
    joined.ifPresentOrElse(RemoteWorker::serve, () -> close(socket));
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no more use anyway.
    }
  }

  private Optional<RemoteWorker> welcome(Channel channel) throws IOException {
    String nonce = Token.nonce();
    channel.write(new FleetOrder.Greeting(nonce));
    if (!(channel.read(FleetEvent.class) instanceof FleetEvent.Hello hello)) {
      throw new IOException("no worker's hello");
    }
    String refusal =
        !token.proves(Worker.ROLE + hello.worker(), nonce, hello.proof())
            ? "it does not know the token"
            : refusal(hello);
    RemoteWorker member =
        new RemoteWorker(
            hello.worker(),
            hello.facts(),
            own.shares(hello.facts()),
            channel,
            timing,
            beats.silence());
    if (refusal == null && members.putIfAbsent(hello.worker(), member) != null) {
      refusal = "worker " + hello.worker() + " is there already, or was lost and stays so";
    }
    if (refusal != null) {
      channel.write(new FleetOrder.Refused(refusal));
      log.accept("worker " + hello.worker() + " at " + channel.peer() + " refused: " + refusal);
      return Optional.empty();
    }
    channel.write(
        new FleetOrder.Welcome(token.proof(ROLE, hello.nonce()), beats.silence().toMillis()));
    channel.trust();
    channel.silence(beats.silence());
    member.welcomed();
    return Optional.of(member);
  }

  private @Nullable String refusal(FleetEvent.Hello hello) {
    String build = BuildInfo.read().toString();
    if (!hello.build().equals(build)) {
      return "it is " + hello.build() + ", the coordinator " + build;
    }
    return hello.worker() >= 0 && hello.worker() < workers
        ? null
        : "the fleet has workers 0 to " + (workers - 1) + " only";
  }

  /**
   * Waits until the whole gang is there and every clock is known.
   *
   * @param engine why what launches the workers has ended, empty while it has not
   * @return by index
   * @throws IOException if that takes too long, the engine ends, or a worker is lost meanwhile
   */
  List<RemoteWorker> await(Duration patience, Supplier<Optional<String>> engine)
      throws IOException, InterruptedException {
    long deadline = timing.nanoTime() + patience.toNanos();
    while (members.size() < workers) {
      Optional<String> ended = engine.get();
      if (ended.isPresent()) {
        throw new IOException(ended.get() + " before all workers were there");
      }
      if (timing.nanoTime() > deadline) {
        throw new IOException(
            members.size()
                + " of "
                + workers
                + " workers came within "
                + patience.toSeconds()
                + " s, those of index "
                + members.keySet());
      }
      timing.sleepUntil(timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20));
    }
    List<RemoteWorker> all = new ArrayList<>(members.values());
    for (RemoteWorker member : all) {
      if (!member.clockKnown(beats.silence())) {
        throw new IOException(
            member.name() + " " + member.lost().orElse("does not tell what its clock says"));
      }
    }
    return all;
  }

  /** Sends everybody home, waits for them a little, and closes. */
  @Override
  public void close() {
    close(server);
    closed.countDown();
    members.values().forEach(RemoteWorker::quit);
    long deadline = System.nanoTime() + PART.toNanos();
    try {
      for (RemoteWorker member : members.values()) {
        member.part(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      for (RemoteWorker member : members.values()) {
        member.cut();
      }
    }
  }

  private static void close(ServerSocket server) {
    try {
      server.close();
    } catch (IOException e) {
      // Nobody can come in any more, which is all that matters.
    }
  }
}
