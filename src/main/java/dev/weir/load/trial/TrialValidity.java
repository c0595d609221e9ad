package dev.weir.load.trial;

import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.WriteCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides whether a trial may enter a figure. Each reason is one line with its figures. */
public final class TrialValidity {
  /**
   * More than this of its time stalled, collecting or stolen, and the generator measured itself.
   */
  static final double MOST_STARVED_SHARE = 0.10;

  /** On somebody else's deployment others may write a little at the same time. */
  static final double MOST_FOREIGN_SHARE = 0.001;

  /** Medians of both halves further apart than this are of two states. */
  static final double MOST_MOVED = 3;

  /** How a reason begins that an audit of what was stored gives. */
  public static final String AUDIT = "audit: ";

  private static final int FEWEST_WINDOWS = 4;

  /** Of the settling ones, those that are held against the measured ones. */
  private static final int LATEST_WINDOWS = 8;

  /** Clock discipline slews by 0.5 ms per second at most; a step is larger. */
  private static final double MOST_CLOCK_STEP_MILLIS = 1_000;

  private TrialValidity() {}

  /**
   * The reasons against a trial, none if it is valid.
   *
   * @param serverUpdates update statements that the server counted from before the first write
   *     until after the last answer; null if it counts none
   * @param alone whether nobody else can write to the server, so that counts must be equal
   */
  public static List<String> reasons(
      TrialMeasurement trial, @Nullable Long serverUpdates, boolean alone) {
    List<String> ofClients = new ArrayList<>(clock(trial));
    ofClients.addAll(starved(trial));
    return reasons(trial, serverUpdates, alone, true, ofClients);
  }

  /**
   * As above, where the load processes were judged one by one.
   *
   * @param keepsConnections whether the load itself closes none while it runs
   * @param ofClients the reasons that lie in single clients
   */
  public static List<String> reasons(
      TrialMeasurement trial,
      @Nullable Long serverUpdates,
      boolean alone,
      boolean keepsConnections,
      List<String> ofClients) {
    List<String> reasons = new ArrayList<>();
    Totals total = trial.total();
    if (!trial.steady()) {
      reasons.add("steady state not shown: " + trial.steadyReason());
    }
    if (trial.rates().windows().size() < 4 || trial.documents() == 0) {
      reasons.add("stopped before it was measured");
    }
    if (keepsConnections && trial.pool().closed() > 0) {
      // Retried writes may count twice on the server: that breaks no invariant.
      reasons.add("connections lost: the network or the server closed " + trial.pool().closed());
      counts(total, null, alone, reasons);
    } else {
      counts(total, serverUpdates, alone, reasons);
    }
    moved(trial.rates().windows(), reasons);
    reasons.addAll(ofClients);
    return reasons;
  }

  /**
   * A mean over two states, such as before and after a link became slow, is a figure of neither.
   */
  private static void moved(List<Double> rates, List<String> reasons) {
    if (rates.size() < 2 * FEWEST_WINDOWS) {
      return;
    }
    double first = median(rates.subList(0, rates.size() / 2));
    double second = median(rates.subList(rates.size() / 2, rates.size()));
    if (Math.max(first, second) > MOST_MOVED * Math.min(first, second)) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the rate moved from %.0f to %.0f documents/s while it was measured",
              first,
              second));
    }
  }

  /**
   * A steady state was shown, but the one that was measured is another: something became slow in
   * between. Only a fall: a rate that had a dip while it settled is undisturbed where it counts.
   *
   * @param settling rates of the windows before the measured span, oldest first
   * @return what happened, null if nothing did
   */
  static @Nullable String fell(List<Double> settling, List<Double> measured) {
    List<Double> before =
        settling.subList(Math.max(0, settling.size() - LATEST_WINDOWS), settling.size());
    if (before.size() < FEWEST_WINDOWS || measured.size() < FEWEST_WINDOWS) {
      return null;
    }
    // A mean: windows that are short for slow calls hold one or none.
    double settled = before.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double now = median(measured);
    return settled > MOST_MOVED * now
        ? String.format(
            Locale.ROOT,
            "the rate moved from %.0f documents/s, where it had settled, to %.0f",
            settled,
            now)
        : null;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /**
   * The reason that lies in the host's clock, if any: rates are taken by the monotonic clock, but
   * samples are found by the other one.
   *
   * @param trial measured at a stretch
   */
  public static List<String> clock(TrialMeasurement trial) {
    double stepped = trial.measured().seconds() * 1e3 - trial.measuredNanos() / 1e6;
    return Math.abs(stepped) <= MOST_CLOCK_STEP_MILLIS
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT, "the clock was set by %+.1f s while it was measured", stepped / 1e3));
  }

  /**
   * The reasons that lie in the counts alone, none if they agree.
   *
   * @param serverUpdates as in {@link #reasons}
   * @param alone as in {@link #reasons}
   */
  public static List<String> counts(Totals total, @Nullable Long serverUpdates, boolean alone) {
    List<String> reasons = new ArrayList<>();
    counts(total, serverUpdates, alone, reasons);
    return reasons;
  }

  /** What failed or got no answer. */
  static List<String> failures(Totals total) {
    List<String> reasons = new ArrayList<>();
    if (total.failedDocuments() > 0) {
      reasons.add(total.failedDocuments() + " documents failed: " + total.failed());
    }
    if (total.unanswered() > 0) {
      reasons.add(total.unanswered() + " documents got no answer");
    }
    return reasons;
  }

  /** The reasons that remain where failures are allowed: contradictions, a starved generator. */
  static List<String> agreement(
      TrialMeasurement trial, @Nullable Long serverUpdates, boolean alone) {
    List<String> reasons = new ArrayList<>();
    agreement(trial.total(), serverUpdates, alone, reasons);
    starved(trial, reasons);
    return reasons;
  }

  private static void counts(
      Totals total, @Nullable Long serverUpdates, boolean alone, List<String> reasons) {
    reasons.addAll(failures(total));
    agreement(total, serverUpdates, alone, reasons);
  }

  private static void agreement(
      Totals total, @Nullable Long serverUpdates, boolean alone, List<String> reasons) {
    if (total.matched() != total.acknowledged() && total.failedDocuments() == 0) {
      reasons.add(
          "counts differ: "
              + total.acknowledged()
              + " documents acknowledged, "
              + total.matched()
              + " matched");
    }
    long changing = total.changing();
    if (total.modified() < changing) {
      reasons.add(
          "counts differ: "
              + (changing - total.modified())
              + " acknowledged updates changed nothing");
    }
    kinds(total, reasons);
    serverCount(total, serverUpdates, alone, reasons);
  }

  /**
   * Holds what was done against what was asked, by kind. A server that does nothing finds every
   * document of an upsert: whether it was new is held against the server's own count only.
   */
  private static void kinds(Totals total, List<String> reasons) {
    WriteCounts asked = total.expected();
    WriteCounts done = total.done();
    if (asked == null || done == null || total.failedDocuments() > 0 || total.unanswered() > 0) {
      return;
    }
    boolean same =
        asked.inserted() == done.inserted()
            && asked.deleted() == done.deleted()
            && asked.matched() + asked.upserted() == done.matched() + done.upserted()
            && asked.modified() + asked.upserted() >= done.modified() + done.upserted();
    if (!same && total.matched() == total.acknowledged()) {
      reasons.add("counts differ: asked for " + asked + "; done " + done);
    }
  }

  /** Whether a reason means that counts contradict each other: a broken invariant, not bad luck. */
  public static boolean breaksInvariant(String reason) {
    return reason.startsWith("counts differ") || reason.startsWith(AUDIT);
  }

  private static void serverCount(
      Totals total, @Nullable Long serverUpdates, boolean alone, List<String> reasons) {
    if (serverUpdates == null || total.failedDocuments() > 0 || total.unanswered() > 0) {
      return; // failed calls may or may not have reached the server
    }
    long surplus = serverUpdates - total.acknowledged();
    if (surplus < 0 || (alone && surplus > 0)) {
      reasons.add(
          "counts differ: "
              + total.acknowledged()
              + " documents acknowledged, the server counted "
              + serverUpdates);
    } else if (surplus > total.acknowledged() * MOST_FOREIGN_SHARE) {
      reasons.add(
          "somebody else wrote too: the server counted " + surplus + " more updates than ours");
    }
  }

  /** The reasons that lie in how one load process itself fared, none if it was well. */
  public static List<String> starved(TrialMeasurement trial) {
    List<String> reasons = new ArrayList<>();
    starved(trial, reasons);
    return reasons;
  }

  private static void starved(TrialMeasurement trial, List<String> reasons) {
    Health health = trial.health();
    double gcShare = health.gcMillis() * 1e6 / Math.max(1, trial.measuredNanos());
    starvedBy("garbage collection", gcShare, reasons);
    starvedBy("stalls over 100 ms", health.stalledShare(), reasons);
    starvedBy("CPU time stolen by other virtual machines", health.stealShare(), reasons);
  }

  private static void starvedBy(String what, double share, List<String> reasons) {
    if (share > MOST_STARVED_SHARE) {
      reasons.add(
          String.format(
              Locale.ROOT, "generator starved: %.0f %% of the time was %s", share * 100, what));
    }
  }
}
