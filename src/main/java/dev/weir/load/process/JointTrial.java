package dev.weir.load.process;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.JointRates;
import dev.weir.load.trial.SteadyState;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ClientShares;
import dev.weir.record.TrialMeasurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One trial that several clients measure together: prepare, ready, start at a common instant,
 * windows until their sum is steady, the measured span, done. Any client that fails, dies or stays
 * silent ends it.
 */
final class JointTrial {
  /** From "all are ready" to the start, for the order to be read everywhere. */
  private static final long START_AHEAD_MICROS = TimeUnit.MILLISECONDS.toMicros(200);

  /** From judging a window to the start of the measured span, likewise. */
  private static final long MEASURE_AHEAD_MILLIS = 500;

  private static final Duration PREPARE = Duration.ofSeconds(60);

  /** Windows and rates come every few seconds at most, however slow the server is. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /** Calls in flight are answered, or fail, within the driver's own bounds. */
  private static final Duration DRAIN = Duration.ofSeconds(150);

  private final List<Seat> seats = new ArrayList<>();
  private final Timing timing;
  private final Consumer<LoadEvent> events;

  /** One client's place in the trial. */
  private static final class Seat {
    private final LoadClient client;
    private long startLateMicros;
    private boolean span;
    private @Nullable TrialMeasurement done;

    Seat(LoadClient client) {
      this.client = client;
    }

    TrialMeasurement measurement() {
      if (done == null) {
        throw new IllegalStateException("the trial is not over");
      }
      return done;
    }
  }

  /**
   * @param measurement of all clients together
   * @param each by client
   */
  record Result(TrialMeasurement measurement, List<TrialMeasurement> each, ClientShares shares) {}

  /**
   * @param events gets the rates of all clients together, and the ends of the measured span
   */
  JointTrial(List<? extends LoadClient> clients, Timing timing, Consumer<LoadEvent> events) {
    clients.forEach(client -> seats.add(new Seat(client)));
    this.timing = timing;
    this.events = events;
  }

  /**
   * @throws LoadFailure naming the client; the others may still be at work and have to be ended
   */
  Result run(LoadOrder.Trial trial) throws LoadFailure, InterruptedException {
    for (int i = 0; i < seats.size(); i++) {
      seats.get(i).client.send(new LoadOrder.Prepare(trial, i));
    }
    for (int i = 0; i < seats.size(); i++) {
      awaitPrepared(i);
    }
    LoadOrder.Start start = new LoadOrder.Start(timing.epochMicros() + START_AHEAD_MICROS);
    toAll(start);
    SteadyState.Decision settled = settle(trial);
    measure(trial);
    List<TrialMeasurement> each = seats.stream().map(Seat::measurement).toList();
    SteadyState.Decision verdict = settled.afterRunIn(trial.runInMillis());
    return new Result(ClientMerge.of(each, verdict), each, shares());
  }

  private void toAll(LoadOrder order) throws LoadFailure {
    for (int i = 0; i < seats.size(); i++) {
      try {
        seats.get(i).client.send(order);
      } catch (LoadFailure e) {
        throw of(i, e.reason());
      }
    }
  }

  private LoadFailure of(int index, String reason) {
    return new LoadFailure("client " + (index + 1) + " of " + seats.size() + ": " + reason);
  }

  private LoadEvent next(int index, Duration timeout) throws LoadFailure, InterruptedException {
    try {
      return seats.get(index).client.next(timeout);
    } catch (LoadFailure e) {
      throw of(index, e.reason());
    }
  }

  private void awaitPrepared(int index) throws LoadFailure, InterruptedException {
    LoadEvent event = next(index, PREPARE);
    if (!(event instanceof LoadEvent.Prepared)) {
      throw of(index, "sent " + event.getClass().getSimpleName() + " before it was prepared");
    }
  }

  private SteadyState.Decision settle(LoadOrder.Trial trial)
      throws LoadFailure, InterruptedException {
    JointRates rates = new JointRates(trial.windowMillis(), trial.settleAtMostMillis());
    for (int index = 0; ; index++) {
      double rate = 0;
      long batches = 0;
      for (int i = 0; i < seats.size(); i++) {
        LoadEvent.Window window = window(i, index);
        rate += window.documentsPerSecond();
        batches += window.batches();
      }
      if (index > 0) {
        rates.add(rate, batches);
        events.accept(new LoadEvent.Rate(trial.work().id(), rate));
      }
      SteadyState.Decision verdict = rates.verdict();
      if (verdict.steady() || (index + 1) * trial.windowMillis() >= trial.settleAtMostMillis()) {
        long ahead = Math.max(1, -Math.floorDiv(-MEASURE_AHEAD_MILLIS, trial.windowMillis()));
        toAll(new LoadOrder.Measure((int) (index + 1 + ahead), rates.windowMillis()));
        return verdict;
      }
    }
  }

  private LoadEvent.Window window(int client, int index) throws LoadFailure, InterruptedException {
    while (true) {
      LoadEvent event = next(client, SILENCE);
      if (event instanceof LoadEvent.Window window && window.index() == index) {
        return window;
      } else if (event instanceof LoadEvent.Started started) {
        seats.get(client).startLateMicros = started.lateMicros();
      } else if (event instanceof LoadEvent.Done done) {
        throw gaveUp(client, done.measurement());
      }
    }
  }

  private LoadFailure gaveUp(int client, TrialMeasurement measurement) {
    List<String> why = TrialValidity.counts(measurement.total(), null, false);
    return of(client, why.isEmpty() ? "gave up" : "gave up: " + String.join("; ", why));
  }

  /** Takes one event of each client in turn, so that what they tell stays side by side. */
  private void measure(LoadOrder.Trial trial) throws LoadFailure, InterruptedException {
    while (seats.stream().anyMatch(seat -> seat.done == null)) {
      double rate = 0;
      int known = 0;
      for (int i = 0; i < seats.size(); i++) {
        Double own = seats.get(i).done == null ? rateOrEnd(i) : null;
        if (own != null) {
          rate += own;
          known++;
        }
      }
      if (known == seats.size()) {
        events.accept(new LoadEvent.Rate(trial.work().id(), rate));
      }
    }
  }

  /** The next rate that a client tells, null when it is done. */
  private @Nullable Double rateOrEnd(int client) throws LoadFailure, InterruptedException {
    Seat seat = seats.get(client);
    while (true) {
      LoadEvent event = next(client, seat.span ? DRAIN : SILENCE);
      if (event instanceof LoadEvent.Rate rate) {
        return rate.documentsPerSecond();
      } else if (event instanceof LoadEvent.Done done) {
        if (done.measurement().rates().windows().isEmpty()) {
          throw gaveUp(client, done.measurement());
        }
        seat.done = done.measurement();
        return null;
      } else if (event instanceof LoadEvent.Measuring || event instanceof LoadEvent.Measured) {
        seat.span = event instanceof LoadEvent.Measured;
        if (client == 0) {
          events.accept(event); // the span of all, as near as makes no difference
        }
      }
    }
  }

  private ClientShares shares() {
    long documents = seats.stream().mapToLong(seat -> seat.measurement().documents()).sum();
    List<ClientShares.Share> shares = new ArrayList<>();
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (Seat seat : seats) {
      TrialMeasurement own = seat.measurement();
      first = Math.min(first, seat.startLateMicros);
      last = Math.max(last, seat.startLateMicros);
      shares.add(
          new ClientShares.Share(
              shares.size() + 1,
              own.rates().documentsPerSecond(),
              (double) own.documents() / Math.max(1, documents),
              seat.startLateMicros / 1e3,
              own.rates().windows(),
              own.clientCpuMicros(),
              own.pool(),
              own.health(),
              seat.client.worker()));
    }
    return new ClientShares((last - first) / 1e3, shares);
  }

  /** The reasons that lie in single clients, none if all are well. */
  static List<String> reasons(Result result, long windowMillis) {
    List<String> reasons = new ArrayList<>();
    int clients = result.each().size();
    for (int i = 0; i < clients; i++) {
      String who = "client " + (i + 1) + " of " + clients + ": ";
      TrialMeasurement own = result.each().get(i);
      if (own.documents() == 0) {
        reasons.add(who + "nothing acknowledged in the measured span");
      }
      TrialValidity.starved(own).forEach(reason -> reasons.add(who + reason));
    }
    double skew = result.shares().startSkewMillis();
    double unsure = result.shares().clockUncertaintyMillis();
    if (skew + unsure > windowMillis) {
      reasons.add(
          String.format(Locale.ROOT, "clients did not start together: %.0f ms apart", skew)
              + (unsure == 0 ? "" : String.format(Locale.ROOT, ", give or take %.0f ms", unsure)));
    }
    return reasons;
  }
}
