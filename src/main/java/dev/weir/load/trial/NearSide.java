package dev.weir.load.trial;

import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnSide;
import dev.weir.load.engine.TurnTaking;
import dev.weir.load.engine.WriterSide;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import org.jspecify.annotations.Nullable;

/** A side that takes its turns in this JVM. */
public final class NearSide implements MeasuredSide {
  private final WriterSide side;
  private CallLoop.Progress progress;
  private Totals totals;

  public NearSide(WriterSide side) {
    this.side = side;
    this.progress = side.progress();
    this.totals = side.totals();
  }

  @Override
  public TurnSide taker() {
    return side;
  }

  @Override
  public void begin(TurnTaking.Length length, long nanos) {
    progress = side.progress();
    totals = side.totals();
    side.takeTimes();
  }

  @Override
  public @Nullable String failure() {
    return side.failing() ? "calls failed: " + side.totals().failed() : null;
  }

  @Override
  public SideFigures end(TurnShare share) {
    CallLoop.Progress done = side.progress().minus(progress);
    return new SideFigures(
        side.lanes(),
        share,
        done.documents(),
        done.batches(),
        done.bytes(),
        side.totals().minus(totals),
        Times.encode(side.takeTimes()));
  }
}
