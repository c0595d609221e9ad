package dev.weir.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a study, those left out and why, and the order in which each round measures them.
 *
 * @param study what is planned
 * @param cells the cells by id, in the order of the study's factors, or as written if it asks for
 *     that
 * @param excluded the combinations left out, each with its reason
 * @param baseline id of the cell that ratios are taken to, null for none
 */
public record Plan(
    Study study, Map<String, Cell> cells, List<Excluded> excluded, @Nullable String baseline) {

  /** At some seconds a trial even these would take days. */
  private static final int MOST_COMBINATIONS = 10_000;

  private static final Duration JVM_START = Duration.ofSeconds(2);
  private static final Duration COMPILE_PER_PATH = Duration.ofSeconds(8);
  private static final Duration CONNECT_PER_PATH = Duration.ofMillis(2_300);
  private static final Duration TRIAL_OVERHEAD = Duration.ofMillis(2_500);

  /** What setting a field takes a server with two cores, about (role-update-data). */
  private static final double SECONDS_PER_FIELD = 3e-6;

  /** Calls that a trial at a stretch waits for until its rate is known to be steady. */
  private static final int CALLS_TO_SETTLE = 180;

  private static final double LONGEST_SETTLING_SECONDS = 30;
  private static final Duration FAILOVER = Duration.ofSeconds(40);
  private static final Duration AFTER_FAULT = Duration.ofSeconds(8);
  private static final Duration TURN_OVERHEAD = Duration.ofMillis(150);

  /** Opening two sides, and trying how short their turns may be. */
  private static final Duration ALIKE_OVERHEAD = Duration.ofMillis(700);

  /** A combination left out. */
  public record Excluded(String id, String reason) {}

  /** Two cells whose calls are alike to the server: one is compared to the other. */
  public record Alike(String cell, String to) {}

  /**
   * Expands the factors.
   *
   * @param refusal a reason not to run a cell here (no virtual threads, too much memory), empty to
   *     run it
   * @throws StudyException if a cell is there twice, none is left, or the baseline is not exactly
   *     one cell
   */
  public static Plan of(Study study, Function<Cell, Optional<String>> refusal)
      throws StudyException {
    Set<Cell> grid = grid(study);
    Set<Cell> included = included(study, grid);
    List<Cell> product = inOrder(study, grid, included);
    Set<Factor<?>> varied = varied(study);
    Cell base = Cell.of(fixed(study));
    Map<String, Cell> cells = new LinkedHashMap<>();
    List<Excluded> excluded = new ArrayList<>();
    for (Cell cell : product) {
      String id = cell.id(varied, base);
      Optional<String> reason =
          exclusion(study, cell)
              .filter(because -> !included.contains(cell))
              .or(cell::contradiction)
              .or(() -> refusal.apply(cell));
      if (reason.isPresent()) {
        excluded.add(new Excluded(id, reason.get()));
      } else {
        cells.put(id, cell);
      }
    }
    ClaimCells.check(study, product);
    if (cells.isEmpty()) {
      String first = excluded.isEmpty() ? "" : ", the first because " + excluded.get(0).reason();
      throw new StudyException(
          "study "
              + study.name()
              + ": no cell is left of "
              + excluded.size()
              + " combinations"
              + first);
    }
    return new Plan(study, cells, excluded, baseline(study, cells));
  }

  /**
   * The plan without the cells that can't run where it is carried out.
   *
   * @param refusal as in {@link #of}
   * @throws StudyException if none is left, or the baseline goes
   */
  public Plan without(Function<Cell, Optional<String>> refusal) throws StudyException {
    Map<String, Cell> left = new LinkedHashMap<>();
    List<Excluded> gone = new ArrayList<>(excluded);
    cells.forEach(
        (id, cell) ->
            refusal
                .apply(cell)
                .ifPresentOrElse(
                    reason -> gone.add(new Excluded(id, reason)), () -> left.put(id, cell)));
    if (left.isEmpty() || (baseline != null && !left.containsKey(baseline))) {
      throw new StudyException(
          "study "
              + study.name()
              + ": "
              + (left.isEmpty() ? "no cell can run here: " : "its baseline can't run here: ")
              + gone.get(gone.size() - 1).reason());
    }
    return new Plan(study, left, gone, baseline);
  }

  /** Whether any of its cells asks for TLS. */
  public boolean speaksTls() {
    return cells.values().stream().anyMatch(cell -> cell.get(Factor.TLS));
  }

  /**
   * The ids of all cells in the order of that round's first pass; a random one is the same for the
   * same seed.
   */
  public List<String> order(int round) {
    return order(round, 1);
  }

  /**
   * The ids of all cells in the order of a pass through them.
   *
   * @param round from 1
   * @param pass of that round, from 1
   */
  public List<String> order(int round, int pass) {
    List<String> ids = new ArrayList<>(cells.keySet());
    if (study.order() == Order.RANDOM) {
      long seed = study.seed() * 1_000_003 + round + (pass - 1) * 7_919L;
      Collections.shuffle(ids, new Random(seed));
    }
    return ids;
  }

  /**
   * Cells to be compared by turns of calls: each with the baseline if that is alike to it, else
   * with the first that is. Only such that take turns and leave the documents as many as they were.
   */
  public List<Alike> alike() {
    if (study.trial().alike().isZero()) {
      return List.of();
    }
    Map<Map<Factor<?>, Object>, List<String>> groups = new LinkedHashMap<>();
    cells.forEach(
        (id, cell) -> {
          boolean steady = cell.operation().writes() && !cell.write().changesPopulation();
          if (steady && study.turns(cell) > 1) {
            List<String> group =
                groups.computeIfAbsent(cell.asTheServerSeesIt(), any -> new ArrayList<>());
            group.add(id.equals(baseline) ? 0 : group.size(), id);
          }
        });
    return groups.values().stream()
        .flatMap(ids -> ids.stream().skip(1).map(id -> new Alike(id, ids.get(0))))
        .toList();
  }

  /** How many turns the trial of that cell is measured in. */
  public int turns(String id) {
    return study.turns(cell(id));
  }

  /** The cell of that id. */
  public Cell cell(String id) {
    Cell cell = cells.get(id);
    if (cell == null) {
      throw new IllegalArgumentException("no cell '" + id + "' in study " + study.name());
    }
    return cell;
  }

  /**
   * What one round should take: a JVM's start and warm-up, then each trial with its reset, settling
   * and measurement. An estimate from the study's own times.
   */
  public Duration expectedRound() {
    // Clients warm up at the same time, on the same processors.
    Duration compile = COMPILE_PER_PATH.multipliedBy((long) paths() * study.mostClients());
    Duration atMost = study.warmUp().atMost();
    Duration warmUp = compile.compareTo(atMost) < 0 ? compile : atMost;
    Duration trials =
        cells.values().stream().map(this::expectedTrial).reduce(Duration.ZERO, Duration::plus);
    return JVM_START
        .plus(warmUp)
        .plus(CONNECT_PER_PATH.multipliedBy(paths()))
        .plus(trials)
        .plus(study.trial().alike().plus(ALIKE_OVERHEAD).multipliedBy(alike().size()))
        .plus(study.trial().settleAtMost().multipliedBy(paced()));
  }

  /** What all rounds should take at most: the budget, unless the fewest rounds take longer. */
  public Duration expectedAtMost() {
    Duration fewest = expectedRound().multipliedBy(study.rounds().min());
    Duration most = expectedRound().multipliedBy(study.rounds().max());
    Duration within = most.compareTo(study.budget()) < 0 ? most : study.budget();
    return within.compareTo(fewest) < 0 ? fewest : within;
  }

  private Duration expectedTrial(Cell cell) {
    Duration furtherTurn = study.trial().leadIn().plus(TURN_OVERHEAD);
    boolean takesTurns = study.turns(cell) > 1;
    Duration begin = takesTurns ? study.trial().firstLeadIn().plus(TURN_OVERHEAD) : TRIAL_OVERHEAD;
    int calls =
        takesTurns
            ? Study.TrialTiming.CALLS_TO_LEAD_IN * cell.inFlight()
                + Study.TrialTiming.CALLS_PER_TURN
            : CALLS_TO_SETTLE;
    return Study.runIn(cell)
        .plus(study.measure(cell))
        .plus(fault(cell))
        .plus(begin)
        .plus(slowCalls(cell, calls))
        .plus(furtherTurn.multipliedBy(study.turns(cell) - 1L));
  }

  /** That many calls, where they take more than the usual time. */
  private static Duration slowCalls(Cell cell, int calls) {
    double seconds = calls * SECONDS_PER_FIELD * cell.batch() * cell.document().fieldCount();
    boolean slow = seconds > TRIAL_OVERHEAD.toMillis() / 1e3;
    return slow
        ? Duration.ofMillis(Math.round(1e3 * Math.min(seconds, LONGEST_SETTLING_SECONDS)))
        : Duration.ZERO;
  }

  /** A fault, and all that was put off by it; members that were killed come back afterwards. */
  private static Duration fault(Cell cell) {
    return switch (cell.get(Factor.FAULT)) {
      case NONE -> Duration.ZERO;
      case PRIMARY_KILLED, LAGGING_FAILOVER -> FAILOVER;
      case MEMBERS_GONE -> Duration.ofSeconds(cell.get(Factor.FAULT_SECONDS)).plus(FAILOVER);
      case BULK_FAILS, GAME_KILLED, POOL_FULL ->
          Duration.ofSeconds(cell.get(Factor.FAULT_SECONDS)).plus(AFTER_FAULT);
    };
  }

  /** Cells whose trials begin with a ramp of fixed length. */
  private long paced() {
    return cells.values().stream()
        .filter(cell -> cell.operation() == Operation.ECONOMY || cell.flushes())
        .count();
  }

  private int paths() {
    return new LinkedHashSet<>(cells.values().stream().map(WarmPath::of).toList()).size();
  }

  private static Set<Cell> grid(Study study) throws StudyException {
    List<Map<Factor<?>, Object>> combinations = List.of(Map.of());
    for (Map.Entry<Factor<?>, List<Object>> factor : study.factors().entrySet()) {
      combinations = cross(combinations, factor.getKey(), factor.getValue());
      if (combinations.size() > MOST_COMBINATIONS) {
        throw new StudyException(
            "study "
                + study.name()
                + ": more than "
                + MOST_COMBINATIONS
                + " combinations; name fewer values");
      }
    }
    // Batch sizes do not apply to single updates, which so fold into one cell.
    return new LinkedHashSet<>(combinations.stream().map(Cell::of).toList());
  }

  /** The study's single cells, which none of its exclusions leaves out. */
  private static Set<Cell> included(Study study, Set<Cell> grid) throws StudyException {
    Map<Factor<?>, Object> fixed = fixed(study);
    Set<Cell> cells = new LinkedHashSet<>();
    for (Map<Factor<?>, Object> included : study.include()) {
      Map<Factor<?>, Object> whole = new TreeMap<>(fixed);
      whole.putAll(included);
      Cell cell = Cell.of(whole);
      boolean measured = grid.contains(cell) && exclusion(study, cell).isEmpty();
      if (measured || !cells.add(cell)) {
        throw new StudyException(
            "study "
                + study.name()
                + ": duplicate cell: the included "
                + included
                + " is already there");
      }
    }
    return cells;
  }

  private static Optional<String> exclusion(Study study, Cell cell) {
    return study.exclude().stream()
        .filter(each -> each.covers(cell))
        .map(Study.Exclusion::because)
        .findFirst();
  }

  private static List<Cell> inOrder(Study study, Set<Cell> grid, Set<Cell> included) {
    Set<Cell> cells = new LinkedHashSet<>(grid);
    cells.addAll(included);
    List<Cell> ordered = new ArrayList<>(cells);
    if (study.order() == Order.RANDOM) {
      ordered.sort(Plan::byFactors);
    }
    return ordered;
  }

  /** Every combination with every value, the values of one combination side by side. */
  static List<Map<Factor<?>, Object>> cross(
      List<Map<Factor<?>, Object>> combinations, Factor<?> factor, List<Object> values) {
    List<Map<Factor<?>, Object>> wider = new ArrayList<>();
    for (Map<Factor<?>, Object> combination : combinations) {
      values.forEach(value -> wider.add(with(combination, factor, value)));
    }
    return wider;
  }

  private static Map<Factor<?>, Object> with(
      Map<Factor<?>, Object> base, Factor<?> factor, Object value) {
    Map<Factor<?>, Object> wider = new HashMap<>(base);
    wider.put(factor, value);
    return wider;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int byFactors(Cell a, Cell b) {
    for (Factor<?> factor : Factor.all()) {
      Object left = a.get(factor);
      Object right = b.get(factor);
      int order =
          left instanceof Comparable comparable
              ? comparable.compareTo(right)
              : left.toString().compareTo(right.toString());
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static Set<Factor<?>> varied(Study study) {
    Set<Factor<?>> varied = new LinkedHashSet<>();
    study
        .factors()
        .forEach(
            (factor, values) -> {
              if (values.size() > 1) {
                varied.add(factor);
              }
            });
    return varied;
  }

  /** The factors that the study gives one value; included cells may still depart from it. */
  private static Map<Factor<?>, Object> fixed(Study study) {
    Map<Factor<?>, Object> fixed = new TreeMap<>();
    study
        .factors()
        .forEach(
            (factor, values) -> {
              if (values.size() == 1) {
                fixed.put(factor, values.get(0));
              }
            });
    return fixed;
  }

  /** Whether nobody asked for that factor's value and it follows from the cell's others. */
  private static boolean follows(Factor<?> factor, Cell cell, Map<Factor<?>, Object> given) {
    return !given.containsKey(factor) && !cell.chooses(factor);
  }

  private static @Nullable String baseline(Study study, Map<String, Cell> cells)
      throws StudyException {
    Map<Factor<?>, Object> given = study.baseline();
    if (given == null) {
      return null;
    }
    // What the study does not vary need not be said: included cells that depart from it are not
    // meant.
    Map<Factor<?>, Object> wanted = new TreeMap<>();
    Cell base = Cell.of(fixed(study));
    for (Factor<?> factor : Factor.all()) {
      if (!varied(study).contains(factor) && factor != Factor.BATCH) {
        wanted.put(factor, base.get(factor));
      }
    }
    wanted.putAll(given);
    List<String> matching =
        cells.entrySet().stream()
            .filter(
                e ->
                    wanted.entrySet().stream()
                        .allMatch(
                            w ->
                                w.getValue().equals(e.getValue().get(w.getKey()))
                                    || follows(w.getKey(), e.getValue(), given)))
            .map(Map.Entry::getKey)
            .toList();
    if (matching.size() != 1) {
      throw new StudyException(
          "study "
              + study.name()
              + ": baseline "
              + given
              + " must name exactly one cell, not "
              + matching.size()
              + (matching.isEmpty() ? "" : " (" + String.join(", ", matching) + ")"));
    }
    return matching.get(0);
  }
}
