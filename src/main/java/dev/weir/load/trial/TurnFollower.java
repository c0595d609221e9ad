package dev.weir.load.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnTaking;
import dev.weir.load.engine.WriterSide;
import dev.weir.study.DriverKind;
import dev.weir.study.Redaction;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Takes the turns of one side that another JVM hands over, and gives each back; the other JVM holds
 * a {@link FarSide} in its place. While the turn is there, all lanes of this side are idle.
 */
public final class TurnFollower implements AutoCloseable {
  /** The leader ends blocks; this only bounds the wait for one that does not. */
  private static final long SLACK_NANOS = TimeUnit.MINUTES.toNanos(2);

  private static final TurnShare NO_TURN = new TurnShare(0, new double[0], new double[0], 0, 0, 0);

  private final Instruments instruments;
  private final TurnLine line;
  private final NearSide side;
  private final TheirTurns theirs;
  private final TurnTaking turns;

  /**
   * Calls the leader.
   *
   * @param side closed with this
   * @param port of this host's loopback where the leader waits
   * @param secret that the leader knows us by
   * @throws IOException if the leader is not there
   */
  public TurnFollower(Instruments instruments, WriterSide side, int port, String secret)
      throws IOException {
    this.instruments = instruments;
    this.side = new NearSide(side);
    this.theirs = new TheirTurns(FarSide.threads(side));
    this.line = TurnLine.connect(port, secret);
    this.turns =
        new TurnTaking(
            List.of(side, theirs),
            instruments.timing(),
            instruments.processCpuNanos(),
            () -> theirs.blockOver ? List.of() : List.of(0, 1));
  }

  /** The turns of the other JVM: one lasts until the next turn of this one. */
  private final class TheirTurns implements OtherJvmsTurn {
    private final DriverKind threads;
    private volatile boolean blockOver;
    private volatile boolean ours;
    private volatile boolean lost;
    private volatile long since;

    TheirTurns(DriverKind threads) {
      this.threads = threads;
    }

    /** Waits for our turn, or for the end of the block. */
    private boolean await() throws IOException {
      ours = line.awaitTurn();
      since = instruments.timing().nanoTime();
      blockOver = !ours;
      return ours;
    }

    @Override
    public void call(int lane, Runnable answered) {
      try {
        line.giveBack(instruments.timing().nanoTime() - since);
        ours = false;
        await();
      } catch (IOException e) {
        lost = true;
      }
      answered.run();
    }

    @Override
    public DriverKind driver() {
      return threads;
    }

    @Override
    public boolean failing() {
      return lost;
    }

    @Override
    public void close() {
      // The line is closed with the follower.
    }
  }

  /** Takes turns until the leader wants no more or either side has failed; then closes this. */
  public void follow() throws InterruptedException {
    try {
      boolean more = true;
      while (more) {
        TurnLine.Block block = line.nextBlock();
        more = block != null && take(block);
      }
    } catch (IOException e) {
      // The leader has ended or given up, and says why where somebody hears it.
    } finally {
      close();
    }
  }

  /** Whether the next block may come. */
  private boolean take(TurnLine.Block block) throws IOException, InterruptedException {
    side.begin(block.length(), block.nanos());
    TurnShare share = NO_TURN;
    if (theirs.await()) {
      try {
        share =
            turns.block(block.length(), block.nanos() + SLACK_NANOS, CallLoop.DRAIN_MILLIS).get(0);
      } catch (IllegalStateException e) {
        line.fail(Redaction.redact(e.getMessage()));
        return false;
      }
      if (theirs.lost) {
        return false;
      }
      if (theirs.ours) {
        String failure = side.failure();
        line.fail(failure == null ? "its block did not end" : failure);
        return false;
      }
    }
    line.tell(figures(side.end(share)));
    return true;
  }

  private static byte[] figures(SideFigures figures) {
    try {
      return LoadOrder.JSON.writeValueAsBytes(figures);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write the figures of a block", e);
    }
  }

  @Override
  public void close() {
    turns.close();
    try {
      line.close();
    } catch (IOException e) {
      // It is of no use any more either way.
    }
  }
}
