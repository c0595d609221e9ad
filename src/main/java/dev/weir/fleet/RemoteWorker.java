package dev.weir.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadFailure;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The coordinator's side of one worker. Once lost it stays lost. */
final class RemoteWorker {
  /** Pings in a row, each sent when the one before is answered: as many as the filter holds. */
  private static final int BURST = 8;

  private static final Duration LAUNCH = Duration.ofSeconds(30);

  private final int index;
  private final WorkerFacts facts;
  private final boolean here;
  private final Channel channel;
  private final Timing timing;
  private final Duration silence;
  private final ClockFilter filter = new ClockFilter();
  private final AtomicInteger burst = new AtomicInteger();
  private final CountDownLatch sampled = new CountDownLatch(BURST);
  private final CountDownLatch gone = new CountDownLatch(1);
  private volatile @Nullable RemoteLoad load;
  private volatile @Nullable String lost;
  private volatile boolean quitting;
  private volatile boolean welcomed;

  /**
   * @param here whether it shares host, process table and files with us
   * @param silence after which it is lost; the channel keeps it
   */
  RemoteWorker(
      int index,
      WorkerFacts facts,
      boolean here,
      Channel channel,
      Timing timing,
      Duration silence) {
    this.index = index;
    this.facts = facts;
    this.here = here;
    this.channel = channel;
    this.timing = timing;
    this.silence = silence;
  }

  int index() {
    return index;
  }

  WorkerFacts facts() {
    return facts;
  }

  boolean here() {
    return here;
  }

  /** How reasons call it. */
  String name() {
    return "worker " + index + " on " + facts.host();
  }

  /** Why it is lost, empty while it is not. */
  Optional<String> lost() {
    return Optional.ofNullable(lost);
  }

  /** Reads what it tells until it is lost. */
  void serve() {
    try {
      FleetEvent event = channel.read(FleetEvent.class);
      while (event != null) {
        hear(event);
        event = channel.read(FleetEvent.class);
      }
      lose("the connection was closed");
    } catch (SocketTimeoutException e) {
      lose("no sign of life for " + silence.toSeconds() + " s");
    } catch (IOException e) {
      lose("the connection broke: " + e.getMessage());
    } finally {
      gone.countDown();
    }
  }

  private void hear(FleetEvent event) throws IOException {
    if (event instanceof FleetEvent.Pong pong) {
      filter.add(pong.pingMicros(), pong.receivedMicros(), pong.sentMicros(), timing.epochMicros());
      sampled.countDown();
      if (burst.decrementAndGet() > 0) {
        ping();
      }
      return;
    }
    RemoteLoad running = load;
    if (running == null) {
      return;
    }
    if (event instanceof FleetEvent.Launched launched && launched.process() == running.process()) {
      running.launched(launched.pid());
    } else if (event instanceof FleetEvent.Wrote wrote && wrote.process() == running.process()) {
      running.wrote(event(wrote.line()));
    } else if (event instanceof FleetEvent.Ended ended && ended.process() == running.process()) {
      running.ended("the load process " + ended.how());
    }
  }

  private static LoadEvent event(String line) {
    try {
      return LoadOrder.JSON.readValue(line, LoadEvent.class);
    } catch (JsonProcessingException e) {
      return new LoadEvent.Failed("unreadable event: " + e.getOriginalMessage());
    }
  }

  private void lose(String why) {
    if (lost == null && !quitting) {
      lost = why;
    }
    channel.close();
    RemoteLoad running = load;
    if (running != null) {
      running.ended("the worker was lost: " + why);
    }
  }

  /**
   * @throws IOException if it is lost
   */
  void send(FleetOrder order) throws IOException {
    try {
      channel.write(order);
    } catch (IOException e) {
      lose("the connection broke: " + e.getMessage());
      throw e;
    }
  }

  /** It knows that it belongs to us: from now on it is pinged, and nothing came before. */
  void welcomed() {
    welcomed = true;
    sampleClock();
  }

  /** Asks for its clock and for a sign of life. */
  void ping() {
    if (!welcomed) {
      return;
    }
    try {
      channel.offer(new FleetOrder.Ping(timing.epochMicros()));
    } catch (IOException e) {
      lose("the connection broke: " + e.getMessage());
    }
  }

  /** Fills the filter anew; the answers come by themselves. */
  void sampleClock() {
    burst.set(BURST);
    ping();
  }

  /** By how much its clock is ahead; zero and utterly uncertain before the first answer. */
  ClockFilter.Offset clock() {
    return filter.best(timing.epochMicros()).orElse(new ClockFilter.Offset(0, Long.MAX_VALUE / 2));
  }

  /** Waits until its clock is known; false if that takes too long. */
  boolean clockKnown(Duration timeout) throws InterruptedException {
    return sampled.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Starts a fresh load process there.
   *
   * @param process its number, new in the fleet
   * @param arguments of its JVM
   * @throws LoadFailure if it can't be started or does not come up in time
   */
  RemoteLoad launch(long process, List<String> arguments) throws LoadFailure, InterruptedException {
    RemoteLoad fresh = new RemoteLoad(this, process);
    load = fresh;
    try {
      send(new FleetOrder.Launch(process, arguments));
    } catch (IOException e) {
      throw new LoadFailure(name() + ": the worker was lost: " + lost);
    }
    if (!fresh.awaitLaunched(LAUNCH)) {
      if (!fresh.alive()) {
        throw fresh.failure();
      }
      fresh.kill();
      throw new LoadFailure(name() + ": no load process within " + LAUNCH.toSeconds() + " s");
    }
    return fresh;
  }

  /** Lets it go in good order. */
  void quit() {
    quitting = true;
    try {
      channel.write(new FleetOrder.Quit());
    } catch (IOException e) {
      // It is gone already.
    }
  }

  /** Waits for its end of the connection to close, then closes ours. */
  void part(Duration timeout) throws InterruptedException {
    boolean unused = gone.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    channel.close();
  }

  /** Closes our end at once. */
  void cut() {
    channel.close();
  }
}
