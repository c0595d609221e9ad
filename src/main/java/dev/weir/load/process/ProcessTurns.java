package dev.weir.load.process;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.WriterSide;
import dev.weir.load.trial.FarSide;
import dev.weir.load.trial.Instruments;
import dev.weir.load.trial.MeasuredSide;
import dev.weir.load.trial.NearSide;
import dev.weir.load.trial.TurnFollower;
import dev.weir.load.trial.TurnsRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a load process: its sides alternate here, or one side is here and the other in a
 * second JVM, where one process leads and the other follows. One thread gives the orders.
 */
final class ProcessTurns {
  private final Instruments instruments;
  private final Opener opener;
  private List<LoadOrder.Turns.Side> sides = List.of();
  private @Nullable TurnsRunner runner;
  private FarSide.@Nullable Gate gate;

  /**
   * @param opener opens the sides that are in this process
   */
  ProcessTurns(Instruments instruments, Opener opener) {
    this.instruments = instruments;
    this.opener = opener;
  }

  /** Opens a side. */
  @FunctionalInterface
  interface Opener {
    /**
     * @param seed of the side's own writes
     */
    WriterSide open(LoadOrder.Turns.Side side, long seed);
  }

  /**
   * Takes a block of turns. Goes on with the same sides; others begin anew.
   *
   * @throws IllegalStateException if a call fails or the other JVM does not answer; the sides are
   *     closed
   */
  LoadEvent.TurnsTaken take(LoadOrder.Turns order) throws InterruptedException {
    TurnsRunner now = runner;
    if (now == null || !order.sides().equals(sides)) {
      end();
      now = begin(order);
      runner = now;
      sides = order.sides();
      System.gc(); // rubbish of what was before is not their cost
    }
    try {
      return now.block(order);
    } catch (IllegalStateException e) {
      end(); // what is out of step measures no more
      throw e;
    }
  }

  private TurnsRunner begin(LoadOrder.Turns order) {
    List<MeasuredSide> opened = new ArrayList<>();
    try {
      open(order, opened);
      return new TurnsRunner(instruments, opened, order.seed());
    } catch (RuntimeException | OutOfMemoryError e) {
      opened.forEach(side -> side.taker().close());
      throw e;
    }
  }

  /**
   * @param opened gets each side as soon as it is open
   */
  private void open(LoadOrder.Turns order, List<MeasuredSide> opened) {
    int here = order.handedOver() ? 1 : order.sides().size();
    for (int i = 0; i < here; i++) {
      opened.add(new NearSide(opener.open(order.sides().get(i), seed(order.seed(), i))));
    }
    if (order.handedOver()) {
      if (gate == null) {
        throw new IllegalStateException("turns are handed over after the order 'lead' only");
      }
      try {
        opened.add(gate.accept(opened.get(0).taker()));
      } catch (IOException e) {
        throw new IllegalStateException("the other side's JVM does not call: " + e.getMessage(), e);
      } finally {
        gate = null;
      }
    }
  }

  private static long seed(long ofTurns, int side) {
    return ofTurns * 31 + side;
  }

  /**
   * Opens the port at which the following JVM calls.
   *
   * @throws IllegalStateException if no port of the loopback is free
   */
  LoadEvent.Leading lead() {
    end();
    try {
      if (gate != null) {
        gate.close(); // nobody called there
      }
      FarSide.Gate opened = FarSide.Gate.open();
      gate = opened;
      return new LoadEvent.Leading(opened.port(), opened.secret());
    } catch (IOException e) {
      throw new IllegalStateException("no port of the loopback is free: " + e.getMessage(), e);
    }
  }

  /**
   * Takes turns on threads of their own, so that orders are still obeyed.
   *
   * @throws IllegalStateException if the leading JVM does not answer
   */
  void follow(LoadOrder.Follow order) {
    WriterSide side = opener.open(order.side(), seed(order.seed(), 1));
    TurnFollower follower;
    try {
      follower = new TurnFollower(instruments, side, order.port(), order.secret());
    } catch (IOException e) {
      side.close();
      throw new IllegalStateException("the leading JVM does not answer: " + e.getMessage(), e);
    }
    System.gc(); // rubbish of what was before is not its cost
    Thread thread = new Thread(() -> follow(follower), "turns");
    thread.setDaemon(true);
    thread.start();
  }

  private static void follow(TurnFollower follower) {
    try {
      follower.follow();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the process ends
    }
  }

  private void end() {
    if (runner != null) {
      runner.close();
      runner = null;
    }
  }
}
