package dev.weir.runner;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.ClientProcess;
import dev.weir.load.process.LoadClient;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.Totals;
import dev.weir.record.TurnsRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two sides take turns, block by block: in one load process, or in two that hand over the turn. A
 * block in which something else disturbed the host is left out by that cause, never by its outcome,
 * and made again.
 */
public final class Turns {
  private static final Duration ANSWER = Duration.ofMinutes(2);

  /** Of turns by calls; long enough to tell what disturbed the host meanwhile. */
  public static final long BLOCK_MILLIS = 500;

  /** Opens connections. */
  public static final long LEAD_IN_MILLIS = 100;

  /** Shows how many calls a turn keeps in flight. */
  public static final long TRY_MILLIS = 300;

  private final LoadClient client;
  private final @Nullable ClientProcess other;
  private final List<LoadOrder.Turns.Side> sides;
  private final TurnLength length;
  private final long seed;
  private final HostWatch watch;

  /**
   * What two sides did.
   *
   * @param blocks that count
   * @param a documents of the first side, uncounted blocks included
   * @param b documents of the other side, likewise
   * @param length of their turns as it was found fit
   * @param disturbed causes of the blocks that were left out
   */
  public record Measured(
      List<LoadEvent.TurnsTaken> blocks,
      Totals a,
      Totals b,
      TurnLength length,
      List<String> disturbed) {
    /** What handing over the turn took in the blocks that count; null within one process. */
    public TurnsRecord.@Nullable HandOver handOver() {
      List<TurnsRecord.HandOver> each = new ArrayList<>();
      for (LoadEvent.TurnsTaken block : blocks) {
        if (block.handOver() != null) {
          each.add(block.handOver());
        }
      }
      return TurnsRecord.HandOver.mean(each);
    }
  }

  /**
   * @param client connected and warm
   * @param sides the base first
   * @param length to begin with; {@link TurnLength#fitting} where the wanted calls in flight decide
   * @param seed one that was not used yet: a replayed one would write what is there already
   * @param watch says what disturbed a block
   */
  public Turns(
      LoadClient client,
      List<LoadOrder.Turns.Side> sides,
      TurnLength length,
      long seed,
      HostWatch watch) {
    this(client, null, sides, length, seed, watch);
  }

  /**
   * @param client of the base; connected and warm
   * @param other of the other side, likewise; null where the first has both
   * @param sides the base first
   * @param length to begin with
   * @param seed one that was not used yet
   * @param watch says what disturbed a block
   */
  public Turns(
      LoadClient client,
      @Nullable ClientProcess other,
      List<LoadOrder.Turns.Side> sides,
      TurnLength length,
      long seed,
      HostWatch watch) {
    this.client = client;
    this.other = other;
    this.sides = List.copyOf(sides);
    this.length = length;
    this.seed = seed;
    this.watch = watch;
  }

  /**
   * Measures.
   *
   * @param blocks that are wanted
   * @param blockMillis length of a block; one group of turns at least
   * @throws LoadFailure if a call failed or the process did
   */
  public Measured run(int blocks, long blockMillis) throws LoadFailure, InterruptedException {
    List<LoadEvent.TurnsTaken> counted = new ArrayList<>();
    List<String> disturbed = new ArrayList<>();
    pair();
    LoadEvent.TurnsTaken tried =
        block(length.atMost(LEAD_IN_MILLIS / TurnLength.GROUP), LEAD_IN_MILLIS);
    Totals a = tried.sides().get(0).totals();
    Totals b = tried.sides().get(1).totals();
    TurnLength fit = length;
    if (length.isTried()) {
      tried = block(length, TRY_MILLIS);
      a = a.plus(tried.sides().get(0).totals());
      b = b.plus(tried.sides().get(1).totals());
      fit = length.fitting(tried);
    }
    int remakes = blocks;
    while (counted.size() < blocks) {
      HostWatch.Watched watched = watch.begin();
      LoadEvent.TurnsTaken block = block(fit, blockMillis);
      a = a.plus(block.sides().get(0).totals());
      b = b.plus(block.sides().get(1).totals());
      @Nullable String cause = watched.cause();
      if (cause == null) {
        counted.add(block);
      } else {
        disturbed.add(cause);
        if (remakes-- == 0) {
          break;
        }
      }
    }
    return new Measured(counted, a, b, fit, disturbed);
  }

  private LoadEvent.TurnsTaken block(TurnLength turn, long millis)
      throws LoadFailure, InterruptedException {
    client.send(
        new LoadOrder.Turns(
            sides, seed, turn.calls(), turn.millis(), millis, /* handedOver= */ other != null));
    try {
      return client.await(LoadEvent.TurnsTaken.class, ANSWER.plusMillis(millis), event -> {});
    } catch (LoadFailure e) {
      if (other != null && !other.alive()) {
        other.next(ANSWER); // how it ended, which the first can't know
      }
      throw e;
    }
  }

  /** Opens the line on which two processes hand over the turn: each cell has its own. */
  private void pair() throws LoadFailure, InterruptedException {
    if (other == null) {
      return;
    }
    client.send(new LoadOrder.Lead());
    LoadEvent.Leading leading = client.await(LoadEvent.Leading.class, ANSWER, event -> {});
    other.send(new LoadOrder.Follow(sides.get(1), seed, leading.port(), leading.secret()));
    other.await(LoadEvent.Following.class, ANSWER, event -> {});
  }
}
