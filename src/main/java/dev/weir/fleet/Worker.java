package dev.weir.fleet;

import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.Leash;
import dev.weir.runner.BuildInfo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One load machine's part of a fleet, whatever engine started it: finds the coordinator, proves
 * that it belongs there, and runs load processes as ordered. Loses the coordinator's voice, and all
 * load ends. It never comes back by itself.
 */
public final class Worker {
  private static final Duration HANDSHAKE = Duration.ofSeconds(20);
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  static final String ROLE = "worker";

  private final InetSocketAddress coordinator;
  private final int index;
  private final Token token;
  private final LoadJvmCommand command;
  private final Timing timing;
  private volatile @Nullable LoadChild child;
  private long process;

  /**
   * @param coordinator may be unresolved, and is then looked up with every attempt
   * @param index from 0
   * @param timing its clocks
   */
  public Worker(
      InetSocketAddress coordinator,
      int index,
      Token token,
      LoadJvmCommand command,
      Timing timing) {
    this.coordinator = coordinator;
    this.index = index;
    this.token = token;
    this.command = command;
    this.timing = timing;
  }

  /** The worker can't go on; one line says why. */
  public static final class Lost extends Exception {
    private static final long serialVersionUID = 1;

    Lost(String reason) {
      super(reason);
    }
  }

  /**
   * Works until the order to quit.
   *
   * @param patience how long the coordinator may take to be there
   * @throws Lost if it is not there in time, refuses this worker, falls silent or goes away; no
   *     load runs on by then
   */
  public void run(Duration patience) throws Lost, InterruptedException {
    try (Channel channel = connect(patience)) {
      long silence = join(channel);
      // Who reads nothing blocks our writing, where no timeout reaches: the leash does.
      Leash leash =
          new Leash(
              () -> {
                channel.close();
                end();
              });
      leash.hold(silence);
      try {
        obey(channel, leash, new LoadOrder.Beat(silence));
      } finally {
        leash.release();
      }
    } catch (SocketTimeoutException e) {
      throw new Lost("the coordinator fell silent");
    } catch (IOException e) {
      throw new Lost("the coordinator was lost: " + e.getMessage());
    } finally {
      end();
    }
  }

  private Channel connect(Duration patience) throws Lost, InterruptedException {
    long deadline = timing.nanoTime() + patience.toNanos();
    while (true) {
      Socket socket = new Socket();
      try {
        InetSocketAddress address =
            coordinator.isUnresolved()
                ? new InetSocketAddress(coordinator.getHostString(), coordinator.getPort())
                : coordinator;
        socket.connect(address, (int) CONNECT.toMillis());
        return new Channel(socket, HANDSHAKE);
      } catch (IOException e) {
        close(socket);
        if (timing.nanoTime() + RETRY_NANOS > deadline) {
          throw new Lost(
              "no coordinator at " + coordinator + " within " + patience.toSeconds() + " s: " + e);
        }
        timing.sleepUntil(timing.nanoTime() + RETRY_NANOS);
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It was never open.
    }
  }

  /** Shows the token and has it shown; returns the silence that means loss, in ms. */
  private long join(Channel channel) throws IOException, Lost {
    if (!(channel.read(FleetOrder.class) instanceof FleetOrder.Greeting greeting)) {
      throw new Lost(coordinator + " is no coordinator of a fleet");
    }
    String nonce = Token.nonce();
    channel.write(
        new FleetEvent.Hello(
            index,
            token.proof(ROLE + index, greeting.nonce()),
            nonce,
            BuildInfo.read().toString(),
            WorkerFacts.read()));
    FleetOrder answer = channel.read(FleetOrder.class);
    if (answer instanceof FleetOrder.Refused refused) {
      throw new Lost("refused: " + refused.reason());
    }
    if (!(answer instanceof FleetOrder.Welcome welcome)
        || !token.proves(Coordinator.ROLE, nonce, welcome.proof())) {
      throw new Lost(coordinator + " does not know the token");
    }
    channel.trust();
    channel.silence(Duration.ofMillis(welcome.silenceMillis()));
    return welcome.silenceMillis();
  }

  private void obey(Channel channel, Leash leash, LoadOrder.Beat beat) throws IOException, Lost {
    String beatLine = LoadOrder.JSON.writeValueAsString(beat);
    while (true) {
      FleetOrder order = channel.read(FleetOrder.class);
      long readMicros = timing.epochMicros();
      leash.pull();
      if (order == null) {
        throw new Lost("the coordinator went away");
      } else if (order instanceof FleetOrder.Ping ping) {
        channel.write(new FleetEvent.Pong(ping.sentMicros(), readMicros, timing.epochMicros()));
        tell(beatLine); // so that the load process knows that the coordinator itself still lives
      } else if (order instanceof FleetOrder.Launch launch) {
        launch(channel, launch, beatLine);
      } else if (order instanceof FleetOrder.Tell tell) {
        if (tell.process() == process) {
          tell(tell.line());
        }
      } else if (order instanceof FleetOrder.End end) {
        if (end.process() == process) {
          end();
        }
      } else if (order instanceof FleetOrder.Quit) {
        return;
      }
    }
  }

  private void launch(Channel channel, FleetOrder.Launch order, String beatLine)
      throws IOException {
    end();
    process = order.process();
    LoadChild started;
    try {
      started =
          LoadChild.start(
              command,
              order.arguments(),
              new LoadChild.Listener() {
                @Override
                public void wrote(String line) throws IOException {
                  channel.write(new FleetEvent.Wrote(order.process(), line));
                }

                @Override
                public void ended(String how) throws IOException {
                  channel.write(new FleetEvent.Ended(order.process(), how));
                }
              });
    } catch (IOException e) {
      channel.write(
          new FleetEvent.Ended(order.process(), "could not be started: " + e.getMessage()));
      return;
    }
    child = started;
    started.tell(beatLine);
    channel.write(new FleetEvent.Launched(order.process(), started.pid()));
  }

  private void tell(String line) {
    LoadChild running = child;
    if (running != null) {
      running.tell(line);
    }
  }

  private void end() {
    LoadChild running = child;
    child = null;
    if (running != null) {
      running.kill();
    }
  }
}
