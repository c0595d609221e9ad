package dev.weir.load.trial;

import dev.weir.record.OpenMeasurement;
import dev.weir.record.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether an offered rate was met. Two things are kept apart: that the figures can't be trusted,
 * and that the server, or the calls allowed in flight, did not keep up.
 *
 * @param broken why the figures can't be trusted: counts contradict each other or the generator
 *     itself was late
 * @param saturated why the rate was missed
 * @param failures what failed
 */
public record OpenVerdict(List<String> broken, List<String> saturated, List<String> failures) {
  /** Further off than this, and the rate was not the one that was asked for. */
  static final double MOST_DEVIATION = 0.01;

  /** A call that finds a lane free and still starts this late tells of a starved generator. */
  static final double MOST_PACING_LAG_MICROS = 10_000;

  /** More than this many seconds of arrivals waiting at the end: the queue was growing. */
  private static final double MOST_BACKLOG_SECONDS = 0.5;

  /**
   * Judges one open loop.
   *
   * @param serverUpdates as for {@link TrialValidity#reasons}
   * @param alone as for {@link TrialValidity#reasons}
   */
  public static OpenVerdict of(OpenMeasurement m, @Nullable Long serverUpdates, boolean alone) {
    List<String> broken = new ArrayList<>(TrialValidity.agreement(m.trial(), serverUpdates, alone));
    Percentiles pacing = m.pacingLagMicros();
    if (pacing != null && pacing.p99() > MOST_PACING_LAG_MICROS) {
      broken.add(
          String.format(
              Locale.ROOT,
              "generator starved: 1 %% of the calls that could start at once started more than %.1f"
                  + " ms late",
              pacing.p99() / 1e3));
    }
    return new OpenVerdict(broken, saturated(m), TrialValidity.failures(m.trial().total()));
  }

  private static List<String> saturated(OpenMeasurement m) {
    List<String> reasons = new ArrayList<>();
    if (m.span().shed() > 0) {
      reasons.add(m.span().shed() + " calls found the queue full and were not sent");
    }
    if (m.unsent() > 0) {
      reasons.add(m.unsent() + " calls were never sent");
    }
    double missing = 1 - m.sentPerSecond() / m.askedPerSecond();
    if (m.span().arrived() > 0 && missing > MOST_DEVIATION && notByChance(m)) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "rate missed: %,.0f documents/s asked for, %,.0f sent",
              m.askedPerSecond(),
              m.sentPerSecond()));
    }
    double seconds = m.trial().measuredNanos() / 1e9;
    double perSecond = m.span().arrived() / Math.max(1e-9, seconds);
    if (m.backlogAtEnd() > Math.max(10, MOST_BACKLOG_SECONDS * perSecond)) {
      reasons.add(m.backlogAtEnd() + " calls were waiting when the time was over");
    }
    return reasons;
  }

  /** A Poisson process has its own spread: what arrived is what can be sent. */
  private static boolean notByChance(OpenMeasurement m) {
    long behind = m.span().arrived() - m.span().sent() + m.backlogAtEnd();
    return behind > MOST_DEVIATION * m.span().arrived();
  }

  /** All that is against the trial when it was meant to run at exactly this rate. */
  public List<String> reasons() {
    List<String> all = new ArrayList<>(broken);
    all.addAll(saturated);
    all.addAll(failures);
    return all;
  }
}
