package dev.weir.study;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One study as its author wrote it, with every default filled in.
 *
 * @param name lower-case letters, digits and hyphens; part of the results folder's name
 * @param question what it asks, in a sentence
 * @param target what it writes to
 * @param topology the deployment to start when none is given
 * @param mongodArguments extra options for a mongod that Weir starts
 * @param seed seed of order, keys and values
 * @param documents documents in the collection
 * @param order in which a round measures the cells
 * @param rounds fewest and most rounds
 * @param precision half-width of the confidence interval, relative to the mean, at which the study
 *     may stop
 * @param confidence confidence level of every interval, between 0 and 1
 * @param budget wall time that the rounds may take; beyond the fewest rounds, none starts that
 *     would end after it
 * @param trial how one trial is timed
 * @param warmUp how a fresh JVM is brought to steady state
 * @param baseline factor values of the one cell that ratios are taken to, null for none
 * @param factors the values of each varied factor, in the order written
 * @param exclude combinations left out
 * @param include single cells added to the product
 * @param scale whether this is the study as asked, or cut down for a small machine
 * @param claims statements that a run answers; it goes on until each is settled, if it has any
 */
@RecordBuilder
public record Study(
    String name,
    String question,
    Target target,
    Topology topology,
    List<String> mongodArguments,
    long seed,
    int documents,
    Order order,
    Rounds rounds,
    double precision,
    double confidence,
    Duration budget,
    TrialTiming trial,
    WarmUp warmUp,
    @Nullable Map<Factor<?>, Object> baseline,
    Map<Factor<?>, List<Object>> factors,
    List<Exclusion> exclude,
    List<Map<Factor<?>, Object>> include,
    Scale scale,
    List<Claim> claims)
    implements StudyBuilder.With {

  /** A study that says nothing but its name: every default. */
  public static Study named(String name) {
    return new Study(
        name,
        "",
        Target.MONGODB,
        Topology.RS1,
        List.of(),
        1,
        10_000,
        Order.RANDOM,
        new Rounds(3, 10),
        0.08,
        0.95,
        Duration.ofMinutes(30),
        new TrialTiming(Duration.ofSeconds(5), Duration.ofMillis(250), Duration.ofSeconds(20)),
        new WarmUp(Duration.ofSeconds(90)),
        null,
        Map.of(),
        List.of(),
        List.of(),
        Scale.FULL,
        List.of());
  }

  /**
   * This study measured with that number of client processes, if it does not say itself with how
   * many.
   */
  public Study withClients(int clients) {
    boolean named =
        factors.containsKey(Factor.CLIENTS)
            || include.stream().anyMatch(cell -> cell.containsKey(Factor.CLIENTS));
    if (named || clients == 1) {
      return this;
    }
    Map<Factor<?>, List<Object>> all = new LinkedHashMap<>(factors);
    all.put(Factor.CLIENTS, List.of(clients));
    return with(
        study ->
            study
                .baseline(baseline == null ? null : withClients(baseline, clients))
                .factors(all)
                .include(include.stream().map(cell -> withClients(cell, clients)).toList()));
  }

  private static Map<Factor<?>, Object> withClients(Map<Factor<?>, Object> cell, int clients) {
    Map<Factor<?>, Object> all = new LinkedHashMap<>(cell);
    all.put(Factor.CLIENTS, clients);
    return all;
  }

  /** How long a trial of that cell is measured at least. */
  public Duration measure(Cell cell) {
    int sustained = cell.sustainedSeconds();
    return sustained > 0 ? Duration.ofSeconds(sustained) : trial.measure();
  }

  /**
   * How many turns a trial of that cell is measured in. What its factors make around it decides: a
   * condition of the deployment, several clients, jobs or pauses take longer to build up than a
   * turn lasts, so such a cell is measured at a stretch.
   */
  public int turns(Cell cell) {
    boolean atAStretch =
        cell.clients() > 1
            || cell.sustainedSeconds() > 0
            || cell.thinkMillis() > 0
            || cell.get(Factor.STUCK) > 0
            || cell.operation() == Operation.ECONOMY
            || cell.flushes()
            || cell.dispatch() != Dispatch.NONE
            || cell.get(Factor.CONNECTIONS) != ConnectionUse.POOLED
            || !cell.changesOfDeployment().isEmpty();
    long turn = trial.turn().toMillis();
    return atAStretch ? 1 : (int) Math.max(1, (trial.measure().toMillis() + turn - 1) / turn);
  }

  /** How long the load of that cell goes on before it is measured, once it is steady. */
  public static Duration runIn(Cell cell) {
    return Duration.ofSeconds(cell.sustainedSeconds()).dividedBy(2);
  }

  /** The most client processes that any cell asks for. */
  public int mostClients() {
    int most = 1;
    for (Object clients : factors.getOrDefault(Factor.CLIENTS, List.of())) {
      most = Math.max(most, (Integer) clients);
    }
    for (Map<Factor<?>, Object> cell : include) {
      most = Math.max(most, (Integer) cell.getOrDefault(Factor.CLIENTS, 1));
    }
    return most;
  }

  /** Fewest and most rounds; an interval needs at least three. */
  public record Rounds(int min, int max) {}

  /**
   * @param measure shortest measured time of a trial, all turns together; longer where batches take
   *     long
   * @param window length of one iteration, the unit of the raw rates
   * @param settleAtMost longest time a trial may take to show steady state, and a turn to lead in;
   *     one that takes longer is invalid
   * @param turn measured time of one turn
   * @param leadIn for which a cell works before each turn, not measured: longer than what the cell
   *     before it leaves behind
   * @param alike of turns of calls for each two cells that are alike to the server, in each JVM;
   *     zero for no such comparison
   */
  public record TrialTiming(
      Duration measure,
      Duration window,
      Duration settleAtMost,
      Duration turn,
      Duration leadIn,
      Duration alike) {
    private static final Duration TURN = Duration.ofSeconds(1);
    private static final Duration LEAD_IN = Duration.ofMillis(500);
    private static final Duration FIRST_LEAD_IN = Duration.ofMillis(1_500);

    /** Windows that a turn holds at least. */
    public static final int FEWEST_WINDOWS = 4;

    /** With fewer calls in a turn, the one cut off at its end weighs more than the host's noise. */
    public static final int CALLS_PER_TURN = 16;

    /** Of each lane before a turn: the first meets connections and caches that are cold. */
    public static final int CALLS_TO_LEAD_IN = 2;

    /** With the usual turns. */
    public TrialTiming(Duration measure, Duration window, Duration settleAtMost) {
      this(measure, window, settleAtMost, turnOf(measure, window), LEAD_IN, Duration.ZERO);
    }

    /**
     * Before the first turn in a JVM, which opens connections as well: those come up with a time
     * constant of some 0.3 s, so 99 % are there.
     */
    public Duration firstLeadIn() {
      return leadIn.compareTo(FIRST_LEAD_IN) > 0 ? leadIn : FIRST_LEAD_IN;
    }

    /** What a trial is to hold whose length is asked for in minutes. */
    private static final Duration CHECKPOINT = Duration.ofSeconds(60);

    /**
     * The usual turn, or one that holds enough windows of that length. A trial that spans a
     * checkpoint is measured at a stretch: what a server puts off is only seen that way.
     */
    static Duration turnOf(Duration measure, Duration window) {
      if (measure.compareTo(CHECKPOINT) >= 0) {
        return measure;
      }
      Duration shortest = window.multipliedBy(FEWEST_WINDOWS);
      return shortest.compareTo(TURN) > 0 ? shortest : TURN;
    }
  }

  /**
   * @param atMost longest warm-up of one JVM; paths that are still warming then make their trials
   *     invalid
   */
  public record WarmUp(Duration atMost) {}

  /**
   * @param matches the cells for which every named factor has one of the named values
   * @param because the author's reason, shown in the plan
   */
  public record Exclusion(Map<Factor<?>, List<Object>> matches, String because) {
    /** Whether it names no other factors. */
    boolean isAbout(Set<Factor<?>> some) {
      return some.containsAll(matches.keySet());
    }

    boolean covers(Cell cell) {
      return matches.entrySet().stream().allMatch(e -> e.getValue().contains(cell.get(e.getKey())));
    }
  }
}
