package dev.weir.runner.versus;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClient;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.CpuPerDocument;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialRecord.Server;
import dev.weir.record.TrialRecord.TrialSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Two load processes measure the same cell by turns, in short slices: A B, B A, A B, … What
 * disturbs the machine for longer than a slice disturbs both sides alike.
 */
public final class Turns {
  private static final Duration ANSWER = Duration.ofMinutes(2);
  private static final long LEAD_IN_MILLIS = 20;

  private final int pairs;
  private final long sliceMillis;
  private final LongSupplier seeds;

  /**
   * @param pairs slices of each side
   * @param sliceMillis length of a slice
   * @param seeds a new one for each slice: a replayed one would write what is there already
   */
  public Turns(int pairs, long sliceMillis, LongSupplier seeds) {
    this.pairs = pairs;
    this.sliceMillis = sliceMillis;
    this.seeds = seeds;
  }

  /** A process and what it writes. */
  public record Side(LoadClient client, LoadOrder.Work work) {}

  /**
   * All slices of one side together.
   *
   * @param rates documents/s of each slice
   * @param nanos measured time
   * @param documents acknowledged in the measured slices
   * @param totals documents, those of the unmeasured first slice included
   */
  public record Measured(
      List<Double> rates,
      long documents,
      long batches,
      long bytes,
      long nanos,
      long cpuMicros,
      Totals totals) {
    static final Measured NOTHING = new Measured(List.of(), 0, 0, 0, 0, 0, Totals.NONE);

    /** Documents acknowledged per second of this side's own time. */
    public double documentsPerSecond() {
      return documents * 1e9 / nanos;
    }

    /** The record of the trial that these slices are. */
    TrialRecord trial(
        String cell,
        int round,
        int order,
        Instant startedAt,
        Instant endedAt,
        List<String> reasons) {
      return new TrialRecord(
          new Identity(cell, round, order),
          TrialSpan.of(
              startedAt, endedAt, new Span(startedAt.toEpochMilli(), endedAt.toEpochMilli()), 0),
          Throughput.of(
              documents, batches, bytes, nanos, Math.round(nanos / 1e6 / rates.size()), rates),
          totals,
          new Server(null, null),
          Times.NONE,
          CpuPerDocument.of(cpuMicros, null, documents),
          null,
          null,
          reasons,
          null,
          null);
    }

    Measured plus(LoadEvent.Sliced slice) {
      List<Double> all = new ArrayList<>(rates);
      all.add(slice.totals().acknowledged() * 1e9 / slice.nanos());
      return new Measured(
          all,
          documents + slice.totals().acknowledged(),
          batches + slice.batches(),
          bytes + slice.bytes(),
          nanos + slice.nanos(),
          cpuMicros + slice.cpuMicros(),
          totals.plus(slice.totals()));
    }

    /** Counted, but in no figure. */
    Measured plusUnmeasured(LoadEvent.Sliced slice) {
      return new Measured(
          rates, documents, batches, bytes, nanos, cpuMicros, totals.plus(slice.totals()));
    }
  }

  /** Both sides of one round. */
  public record Pair(Measured a, Measured b) {}

  /**
   * Measures both, after a short slice each that opens connections and is not measured.
   *
   * @param firstIsB who begins; should alternate between rounds
   */
  public Pair run(Side a, Side b, boolean firstIsB) throws LoadFailure, InterruptedException {
    Measured ofA = Measured.NOTHING.plusUnmeasured(slice(a, LEAD_IN_MILLIS));
    Measured ofB = Measured.NOTHING.plusUnmeasured(slice(b, LEAD_IN_MILLIS));
    for (int pair = 0; pair < pairs; pair++) {
      if (firstIsB == (pair % 2 == 0)) {
        ofB = ofB.plus(slice(b, sliceMillis));
        ofA = ofA.plus(slice(a, sliceMillis));
      } else {
        ofA = ofA.plus(slice(a, sliceMillis));
        ofB = ofB.plus(slice(b, sliceMillis));
      }
    }
    return new Pair(ofA, ofB);
  }

  private LoadEvent.Sliced slice(Side side, long millis) throws LoadFailure, InterruptedException {
    side.client.send(new LoadOrder.Slice(side.work, seeds.getAsLong(), millis));
    return side.client.await(LoadEvent.Sliced.class, ANSWER.plusMillis(millis), event -> {});
  }
}
