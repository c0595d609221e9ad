package dev.weir.fleet;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.runner.BuildInfo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A process of many workers that report as real ones do and load nothing: arguments are
 * coordinator, number of workers, seconds of the measured span that they tell.
 */
final class SimulatedWorkers {
  static final int CALLS_PER_SECOND = 2_000;
  static final double DOCUMENTS_PER_SECOND = 1_000;

  /** Workers after these tell what one of these does, as making histograms takes a while. */
  static final int DISTINCT = 20;

  private static final Map<String, String> ENCODED = new ConcurrentHashMap<>();

  private static final Timing TIMING = Timing.system();

  private SimulatedWorkers() {}

  public static void main(String[] args) throws Exception {
    InetSocketAddress found = Addresses.parse(args[0]);
    InetSocketAddress coordinator = new InetSocketAddress(found.getHostString(), found.getPort());
    Token token = Token.of(System.getenv(Token.VARIABLE));
    int workers = Integer.parseInt(args[1]);
    int seconds = Integer.parseInt(args[2]);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int index = i;
      Thread thread =
          new Thread(null, () -> work(coordinator, token, index, seconds), "worker", 256 << 10);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void work(InetSocketAddress to, Token token, int index, int seconds) {
    try (Channel channel = new Channel(connect(to), Duration.ofSeconds(60))) {
      channel.trust();
      if (channel.read(FleetOrder.class) instanceof FleetOrder.Greeting greeting) {
        channel.write(
            new FleetEvent.Hello(
                index,
                token.proof(Worker.ROLE + index, greeting.nonce()),
                Token.nonce(),
                BuildInfo.read().toString(),
                new WorkerFacts("simulated" + index, "", 1, 1, 1, "17", List.of())));
      }
      new Simulated(channel, index, seconds).obey();
    } catch (IOException | InterruptedException e) {
      System.err.println("worker " + index + ": " + e);
    }
  }

  private static Socket connect(InetSocketAddress to) throws IOException {
    Socket socket = new Socket();
    socket.connect(to, 20_000);
    return socket;
  }

  /** What one worker would record in a second. */
  static Histogram second(int worker, int second) {
    Random random = new Random(worker * 1_009L + second);
    Histogram histogram = new Histogram(1_000, TimeUnit.MINUTES.toNanos(10), 3);
    for (int i = 0; i < CALLS_PER_SECOND; i++) {
      histogram.recordValue(time(random, worker));
    }
    return histogram;
  }

  /** Workers differ: the last tenth is ten times slower. */
  static long time(Random random, int worker) {
    double slow = worker % 10 == 9 ? 10 : 1;
    return Math.round(slow * 300_000 * Math.exp(0.8 * random.nextGaussian()));
  }

  /** One worker. */
  private static final class Simulated {
    private final Channel channel;
    private final int index;
    private final int seconds;
    private long process;
    private LoadOrder.@Nullable Trial trial;
    private final List<String> histograms = new ArrayList<>();

    Simulated(Channel channel, int index, int seconds) {
      this.channel = channel;
      this.index = index;
      this.seconds = seconds;
    }

    void obey() throws IOException, InterruptedException {
      for (FleetOrder order = channel.read(FleetOrder.class);
          order != null && !(order instanceof FleetOrder.Quit);
          order = channel.read(FleetOrder.class)) {
        if (order instanceof FleetOrder.Ping ping) {
          long now = TIMING.epochMicros();
          channel.write(new FleetEvent.Pong(ping.sentMicros(), now, TIMING.epochMicros()));
        } else if (order instanceof FleetOrder.Launch launch) {
          process = launch.process();
          channel.write(new FleetEvent.Launched(process, 1));
        } else if (order instanceof FleetOrder.Tell tell) {
          obey(LoadOrder.JSON.readValue(tell.line(), LoadOrder.class));
        }
      }
    }

    private void obey(LoadOrder order) throws IOException, InterruptedException {
      if (order instanceof LoadOrder.Connect) {
        tell(new LoadEvent.Ready(1));
      } else if (order instanceof LoadOrder.Prepare prepare) {
        trial = prepare.trial();
        for (int i = 0; i < seconds; i++) {
          int second = i;
          int worker = index % DISTINCT;
          histograms.add(
              ENCODED.computeIfAbsent(
                  worker + " " + i, key -> Times.encode(second(worker, second))));
        }
        tell(new LoadEvent.Prepared(prepare.trial().work().id(), TIMING.epochMicros()));
      } else if (order instanceof LoadOrder.Start start) {
        settle(start);
      } else if (order instanceof LoadOrder.Measure) {
        measure();
      } else if (order instanceof LoadOrder.Quit) {
        channel.write(new FleetEvent.Ended(process, "ended"));
      }
    }

    private void settle(LoadOrder.Start start) throws IOException, InterruptedException {
      LoadOrder.Trial order = Objects.requireNonNull(trial);
      String cell = order.work().id();
      long now = TIMING.epochMicros();
      tell(new LoadEvent.Started(cell, Math.max(0, now - start.atEpochMicros())));
      long windows = order.settleAtMostMillis() / order.windowMillis() + 1;
      long rest = order.windowMillis() * (long) 1e6 / 4; // four times as fast as real ones
      for (int i = 0; i < windows; i++) {
        TIMING.sleepUntil(TIMING.nanoTime() + rest);
        tell(new LoadEvent.Window(cell, i, DOCUMENTS_PER_SECOND, 500));
      }
    }

    private void measure() throws IOException {
      LoadOrder.Trial order = Objects.requireNonNull(trial);
      String cell = order.work().id();
      long from = TIMING.epochMillis();
      tell(new LoadEvent.Measuring(cell, from));
      List<Double> rates = new ArrayList<>();
      List<LatencyInterval> latency = new ArrayList<>();
      for (int i = 0; i < seconds; i++) {
        rates.add(DOCUMENTS_PER_SECOND);
        tell(new LoadEvent.Rate(cell, DOCUMENTS_PER_SECOND));
        long at = from + i * 1_000L;
        latency.add(new LatencyInterval(at, at + 1_000, histograms.get(i)));
      }
      long documents = (long) (seconds * DOCUMENTS_PER_SECOND);
      tell(new LoadEvent.Measured(cell, from + seconds * 1_000L));
      tell(
          new LoadEvent.Done(
              cell,
              new TrialMeasurement(
                  new Span(from, from + seconds * 1_000L),
                  seconds * 1_000_000_000L,
                  1_000,
                  true,
                  "judged by the sum of all clients",
                  documents,
                  Throughput.of(
                      documents,
                      documents,
                      documents * 100,
                      seconds * 1_000_000_000L,
                      1_000,
                      rates),
                  new Totals(documents, documents, documents, documents, Map.of(), 0),
                  latency,
                  0,
                  1,
                  new TrialMeasurement.Pool(documents, 0, 0, 1, 0, 0, 0),
                  new TrialMeasurement.Health(0, 0, 0.0, 0, 0, 1, null),
                  null)));
    }

    private void tell(LoadEvent event) throws IOException {
      channel.write(new FleetEvent.Wrote(process, LoadOrder.JSON.writeValueAsString(event)));
    }
  }
}
