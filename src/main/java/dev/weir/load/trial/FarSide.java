package dev.weir.load.trial;

import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnSide;
import dev.weir.load.engine.TurnTaking;
import dev.weir.record.TurnsRecord;
import dev.weir.study.DriverKind;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A side that takes its turns in another JVM of this host, which a {@link TurnFollower} does there.
 * One call of this is one whole turn of it. It may share the thread of the near side's first lane,
 * so that with one lane the turn passes without waking a thread here.
 */
public final class FarSide implements MeasuredSide, OtherJvmsTurn {
  private static final Duration CALL = Duration.ofSeconds(30);

  private final TurnLine line;
  private final DriverKind threads;
  private final AtomicLong heldNanos = new AtomicLong();
  private volatile @Nullable String failure;
  private double passMicros;

  private FarSide(TurnLine line, DriverKind threads) {
    this.line = line;
    this.threads = threads;
  }

  /** Where the other JVM may call; closed when it has. */
  public static final class Gate implements Closeable {
    private final TurnLine.Gate gate;

    private Gate(TurnLine.Gate gate) {
      this.gate = gate;
    }

    /** Opens a free port on the loopback. */
    public static Gate open() throws IOException {
      return new Gate(TurnLine.Gate.open());
    }

    /** Of the loopback. */
    public int port() {
      return gate.port();
    }

    /** That the other JVM has to name. */
    public String secret() {
      return gate.secret();
    }

    /**
     * Waits for the other JVM's call.
     *
     * @param near the side that lives here
     * @throws IOException if none comes in time
     */
    public FarSide accept(TurnSide near) throws IOException {
      try (gate) {
        return new FarSide(gate.accept(CALL), threads(near));
      }
    }

    @Override
    public void close() throws IOException {
      gate.close();
    }
  }

  @Override
  public TurnSide taker() {
    return this;
  }

  @Override
  public DriverKind driver() {
    return threads;
  }

  @Override
  public void call(int lane, Runnable answered) {
    try {
      heldNanos.addAndGet(line.pass());
    } catch (IOException e) {
      failure = reason(e);
    }
    answered.run();
  }

  @Override
  public boolean failing() {
    return failure != null;
  }

  @Override
  public @Nullable String failure() {
    return failure;
  }

  @Override
  public void begin(TurnTaking.Length length, long nanos) {
    heldNanos.set(0);
    try {
      line.begin(
          new TurnLine.Block(length, nanos),
          TimeUnit.NANOSECONDS.toMillis(length.nanos()) + CallLoop.DRAIN_MILLIS);
    } catch (IOException e) {
      failure = reason(e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the other JVM does not tell
   */
  @Override
  public SideFigures end(TurnShare share) {
    try {
      passMicros = (share.nanos() - heldNanos.get()) / 1e3 / Math.max(1, 2L * share.turns());
      return LoadOrder.JSON.readValue(line.end(), SideFigures.class);
    } catch (IOException e) {
      throw new IllegalStateException("the other side: " + reason(e), e);
    }
  }

  /** What passing the turn took in the block that has ended. */
  TurnsRecord.HandOver handOver(List<SideFigures> both) {
    long nanos = both.stream().mapToLong(side -> side.share().nanos()).sum();
    long turns = both.stream().mapToLong(side -> side.share().turns()).sum();
    return new TurnsRecord.HandOver(
        passMicros,
        nanos / 1e6 / Math.max(1, turns),
        both.stream().mapToDouble(SideFigures::firstCalls).average().orElse(Double.NaN));
  }

  /** The threads on which the near side's lanes work, or some of its own. */
  static DriverKind threads(TurnSide near) {
    return near.blocking() ? near.driver() : DriverKind.SYNC;
  }

  private static String reason(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return "no answer for " + CallLoop.DRAIN_MILLIS / 1_000 + " s";
    }
    return e instanceof SocketException ? TurnLine.ENDED : String.valueOf(e.getMessage());
  }

  @Override
  public void close() {
    try {
      line.close();
    } catch (IOException e) {
      // It is of no use any more either way.
    }
  }
}
