package dev.weir.runner.plan;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.capacity.Design;
import dev.weir.capacity.PlayedPoint;
import dev.weir.record.Interval;
import dev.weir.record.PercentileInterval;
import dev.weir.runner.plan.ServerWatch.Sample;
import dev.weir.runner.plan.ServerWatch.Sizes;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A played load as figures: rates, times and shares out of what was counted each second. */
final class PlayedFigures {
  private static final double MILLION = 1e6;
  private static final double TAIL = 99;
  private static final String METHOD = "of a percentile, by batch means over seconds";

  /** Of fewer calls the 99th percentile is one call's time. */
  private static final int FEWEST_CALLS = 100;

  private PlayedFigures() {}

  static PlayedPoint point(
      String cell, PlayedPoint.Kind kind, Design load, WriteBehindTrial.Result got) {
    double seconds = got.seconds();
    double span = got.nanos() / 1e9;
    List<Sample> samples =
        got.blocks().stream().flatMap(b -> b.seconds().stream()).map(s -> s.server()).toList();
    Sample before = got.before();
    Sample last = samples.isEmpty() ? before : samples.get(samples.size() - 1);
    Long micros = got.serverMicros();
    return new PlayedPoint(
        cell,
        kind,
        new PlayedPoint.Load(
            Math.round(load.players()), load.flush().period(), load.flush().batch()),
        seconds,
        WriteBehindTrial.steady(got.blocks()),
        new PlayedPoint.Rates(
            got.progress().updates() / seconds,
            got.progress().due() / seconds,
            got.documentsPerSecond(),
            got.progress().batches() / seconds,
            got.progress().bytes() / seconds,
            rate(before, last, span, Sample::networkIn),
            rate(before, last, span, Sample::networkOut),
            got.totals().failedDocuments()),
        times(got),
        new PlayedPoint.Cpu(
            micros == null ? null : Double.valueOf(micros / MILLION / seconds),
            got.clientMicros() / MILLION / seconds),
        new PlayedPoint.Cache(
            mean(samples, Sample::used),
            mean(samples, Sample::dirty),
            most(samples.stream(), Sample::dirty),
            rate(before, last, span, Sample::evicted),
            (int) (last.checkpoints() - before.checkpoints()),
            checkpointSeconds(before, samples)),
        disk(got, before, last, span),
        oplogHours(load, got),
        List.of());
  }

  private static PlayedPoint.CallTimes times(WriteBehindTrial.Result got) {
    Histogram all = got.times();
    PercentileInterval tail =
        PercentileIntervals.of(
            got.blocks().stream()
                .flatMap(block -> block.seconds().stream())
                .map(WriteBehindTrial.Second::times)
                .toList(),
            TAIL);
    String why = tail.why();
    Interval p99 =
        new Interval(
            millis(all, TAIL),
            millis(tail.low()),
            millis(tail.high()),
            PercentileIntervals.CONFIDENCE,
            tail.blocks(),
            why == null ? METHOD : why);
    return new PlayedPoint.CallTimes(
        millis(all, 50), p99, atCheckpoint(got), all.getMaxValue() / MILLION);
  }

  /** Of the seconds that a checkpoint ran in, or ended in. */
  private static @Nullable Double atCheckpoint(WriteBehindTrial.Result got) {
    Histogram times = new Histogram(3);
    double checkpoints = got.before().checkpoints();
    boolean ran = got.before().checkpointing();
    for (WriteBehindTrial.Block block : got.blocks()) {
      for (WriteBehindTrial.Second second : block.seconds()) {
        if (ran || second.server().checkpointing() || second.server().checkpoints() > checkpoints) {
          times.add(second.times());
        }
        ran = second.server().checkpointing();
        checkpoints = second.server().checkpoints();
      }
    }
    return times.getTotalCount() < FEWEST_CALLS ? null : Double.valueOf(millis(times, TAIL));
  }

  private static @Nullable Double checkpointSeconds(Sample before, List<Sample> samples) {
    double checkpoints = before.checkpoints();
    Double longest = null;
    for (Sample sample : samples) {
      Double millis = sample.lastCheckpointMillis();
      if (sample.checkpoints() > checkpoints && millis != null) {
        longest = Math.max(longest == null ? 0 : longest, millis / 1e3);
      }
      checkpoints = sample.checkpoints();
    }
    return longest;
  }

  private static PlayedPoint.DiskUse disk(
      WriteBehindTrial.Result got, Sample before, Sample last, double seconds) {
    Sizes from = got.sizesBefore();
    Sizes to = got.sizesAfter();
    Double grown = difference(from.files(), to.files());
    return new PlayedPoint.DiskUse(
        rate(before, last, seconds, Sample::written),
        rate(before, last, seconds, Sample::requests),
        oplogRate(got),
        grown == null ? null : Double.valueOf(grown / seconds),
        to.data(),
        to.history(),
        to.oplogOnDisk(),
        to.journal());
  }

  /** An entry for each document, of the size that the newest have. */
  private static @Nullable Double oplogRate(WriteBehindTrial.Result got) {
    Double entry = got.sizesAfter().oplogEntry();
    return entry == null ? null : Double.valueOf(entry * got.documentsPerSecond());
  }

  private static @Nullable Double oplogHours(Design load, WriteBehindTrial.Result got) {
    Double rate = oplogRate(got);
    Double planned = load.host().oplogBytes();
    Double size = planned == null ? got.sizesAfter().oplogMost() : planned;
    return rate == null || rate <= 0 || size == null ? null : Double.valueOf(size / rate / 3600);
  }

  private static @Nullable Double difference(@Nullable Double from, @Nullable Double to) {
    return from == null || to == null ? null : Double.valueOf(to - from);
  }

  private static @Nullable Double rate(
      Sample from, Sample to, double seconds, Function<Sample, @Nullable Double> counter) {
    Double added = difference(counter.apply(from), counter.apply(to));
    return added == null ? null : Double.valueOf(added / seconds);
  }

  private static @Nullable Double mean(
      List<Sample> samples, Function<Sample, @Nullable Double> gauge) {
    double sum = 0;
    int n = 0;
    for (Sample sample : samples) {
      Double value = gauge.apply(sample);
      if (value != null) {
        sum += value;
        n++;
      }
    }
    return n == 0 ? null : Double.valueOf(sum / n);
  }

  private static @Nullable Double most(
      Stream<Sample> samples, Function<Sample, @Nullable Double> gauge) {
    Double most = null;
    for (Sample sample : samples.toList()) {
      Double value = gauge.apply(sample);
      if (value != null && (most == null || value > most)) {
        most = value;
      }
    }
    return most;
  }

  private static double millis(@Nullable Double micros) {
    return micros == null ? Double.NaN : micros / 1e3;
  }

  private static double millis(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / MILLION;
  }
}
