package dev.weir.fleet;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.ClientProcess;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.ClientShares;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A load process that a worker runs. Orders and events pass through the worker; instants in them
 * are turned from one clock into the other.
 */
final class RemoteLoad implements ClientProcess {
  private static final LoadEvent ENDED = new LoadEvent.Failed("");
  private static final Duration QUIT = Duration.ofSeconds(10);
  private static final double MICROS_PER_MILLI = 1e3;

  private final RemoteWorker member;
  private final long process;
  private final BlockingQueue<LoadEvent> events = new LinkedBlockingQueue<>();
  private final CountDownLatch up = new CountDownLatch(1);
  private volatile @Nullable String ended;
  private volatile long pid = -1;
  private ClockFilter.Offset atStart;

  RemoteLoad(RemoteWorker member, long process) {
    this.member = member;
    this.process = process;
    this.atStart = member.clock();
  }

  long process() {
    return process;
  }

  void launched(long itsPid) {
    pid = itsPid;
    up.countDown();
  }

  /** Waits for its process; false if there is none by then. */
  boolean awaitLaunched(Duration timeout) throws InterruptedException {
    return up.await(timeout.toMillis(), TimeUnit.MILLISECONDS) && alive();
  }

  /** By the member's thread. */
  void wrote(LoadEvent event) {
    events.add(event);
  }

  /** By the member's thread: no event follows. */
  void ended(String how) {
    if (ended == null) {
      ended = how;
      events.add(ENDED);
      up.countDown();
    }
  }

  @Override
  public OptionalLong localPid() {
    return member.here() && pid > 0 ? OptionalLong.of(pid) : OptionalLong.empty();
  }

  @Override
  public boolean alive() {
    return ended == null;
  }

  @Override
  public void send(LoadOrder order) throws LoadFailure {
    LoadOrder theirs = order;
    if (order instanceof LoadOrder.Prepare) {
      member.sampleClock(); // what counts at the start are the clocks of now
    } else if (order instanceof LoadOrder.Start start) {
      atStart = member.clock();
      theirs = new LoadOrder.Start(start.atEpochMicros() + atStart.micros());
    }
    try {
      member.send(new FleetOrder.Tell(process, LoadOrder.JSON.writeValueAsString(theirs)));
    } catch (IOException e) {
      throw failure();
    }
  }

  @Override
  public LoadEvent next(Duration timeout) throws LoadFailure, InterruptedException {
    LoadEvent event = events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (event == null) {
      kill();
      throw new LoadFailure(
          member.name() + ": the load process was silent for " + timeout.toSeconds() + " s");
    }
    if (event == ENDED) {
      events.add(ENDED);
      throw failure();
    }
    if (event instanceof LoadEvent.Failed failed) {
      throw new LoadFailure(member.name() + ": " + failed.reason());
    }
    return ours(event);
  }

  LoadFailure failure() {
    String how = ended;
    return new LoadFailure(member.name() + ": " + (how == null ? "lost" : how));
  }

  private LoadEvent ours(LoadEvent event) {
    long later = -Math.round(atStart.micros() / MICROS_PER_MILLI);
    if (event instanceof LoadEvent.Prepared prepared) {
      return new LoadEvent.Prepared(
          prepared.cell(), prepared.epochMicros() - member.clock().micros());
    } else if (event instanceof LoadEvent.Measuring measuring) {
      return new LoadEvent.Measuring(measuring.cell(), measuring.epochMillis() + later);
    } else if (event instanceof LoadEvent.Measured measured) {
      return new LoadEvent.Measured(measured.cell(), measured.epochMillis() + later);
    } else if (event instanceof LoadEvent.Done done) {
      return new LoadEvent.Done(done.cell(), done.measurement().later(later));
    }
    return event;
  }

  @Override
  public ClientShares.Worker worker() {
    return new ClientShares.Worker(
        member.index(),
        member.facts().host(),
        atStart.micros() / MICROS_PER_MILLI,
        atStart.uncertaintyMicros() / MICROS_PER_MILLI,
        (member.clock().micros() - atStart.micros()) / MICROS_PER_MILLI);
  }

  /** Ends it at once, or, where the worker does not listen, when its leash goes slack. */
  @Override
  public void kill() {
    try {
      member.send(new FleetOrder.End(process));
    } catch (IOException e) {
      // Without its worker it ends by itself.
    }
    ended("was ended");
  }

  @Override
  public void close() {
    try {
      if (alive()) {
        send(new LoadOrder.Quit());
        long deadline = System.nanoTime() + QUIT.toNanos();
        while (alive()) {
          next(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        }
      }
    } catch (LoadFailure e) {
      // It has ended, which is what is wanted.
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}
