package dev.weir.cli;

import dev.weir.load.trial.Slo;
import dev.weir.runner.load.OpenRequest;
import dev.weir.study.Cell;
import dev.weir.study.Dispatch;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.workload.ClientMemory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code weir load} offers: updates of roles, one by one or in bulk. */
final class UpdateLoadOptions {
  private static final long MOST_BYTES_IN_FLIGHT = 256L << 20;
  private static final int FEWEST_SECONDS = 4;
  private static final double MOST_RATE = 10_000_000;

  /** How arrivals are spaced. */
  enum Spacing {
    constant,
    poisson
  }

  @Option(
      names = "--rate",
      paramLabel = "R",
      description =
          "Operations/s to send; each document is an operation. With --find-max: the first "
              + "rate to try; default 1000.")
  private @Nullable Double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "SPACING",
      description = "${COMPLETION-CANDIDATES}. Default: constant.")
  private @Nullable Spacing arrivals;

  @Option(
      names = "--batch",
      paramLabel = "K",
      description = "Documents per call: 1 for single updates, more for bulk writes. Default: 1.")
  private @Nullable Integer batch;

  @Option(
      names = "--factor",
      paramLabel = "NAME=VALUE",
      description =
          "Any other factor of a study, for instance driver=reactive, document=role2000 or"
              + " writeConcern=majority.")
  private Map<String, String> factors = new LinkedHashMap<>();

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description =
          "Calls that may be in flight; the sync driver has a thread for each. Default: 32.")
  private @Nullable Integer inFlight;

  @Option(
      names = "--queue",
      paramLabel = "N",
      description = "Calls that may wait to be sent; more are refused and counted. Default: 10000.")
  private @Nullable Integer queue;

  @Option(
      names = "--documents",
      paramLabel = "N",
      description = "Documents in the collection. Default: 10000.")
  private @Nullable Integer documents;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      description = "Time at the same rate before measuring. Default: 5s.")
  private @Nullable String ramp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "Measured time. Default: 60s. With --find-max: measured time of each probe, "
              + "default 10s.")
  private @Nullable String duration;

  @Option(
      names = {"--repeats", "--rounds"},
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of trials at the rate; intervals need several. Default: ${DEFAULT-VALUE}.")
  private int repeats;

  @Option(names = "--tolerate-errors", description = "Count failed writes, but keep the run valid.")
  private boolean tolerateErrors;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of keys, values and Poisson arrivals. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--find-max",
      description =
          "Find the highest rate that meets --slo, and confirm it over several checkpoints.")
  private boolean findMax;

  @Option(
      names = "--slo",
      paramLabel = "TERMS",
      description =
          "The objective, for instance 'p99<50ms,errors<0.1%%'. Response times count from "
              + "the moment when a call was due.")
  private @Nullable String slo;

  @Option(
      names = "--most",
      paramLabel = "R",
      description = "With --find-max: the highest rate to try. Default: 1000000.")
  private @Nullable Double most;

  @Option(
      names = "--precision",
      paramLabel = "SHARE",
      description =
          "With --find-max: how close the highest good and the lowest bad rate must be. "
              + "Default: 5%%.")
  private @Nullable String precision;

  @Option(
      names = "--checkpoints",
      paramLabel = "N",
      description = "With --find-max: how many checkpoints must confirm the result. Default: 3.")
  private @Nullable Integer checkpoints;

  @Option(
      names = "--checkpoint",
      paramLabel = "TIME",
      description = "With --find-max: time of one checkpoint. Default: 60s, as in WiredTiger.")
  private @Nullable String checkpoint;

  /** What the economy shares. */
  record Shared(
      @Nullable Double rate,
      int repeats,
      int rampSeconds,
      int seconds,
      boolean tolerateErrors,
      long seed) {}

  /**
   * The options that an economy takes too.
   *
   * @throws BadInput if others were given
   */
  Shared shared() throws BadInput {
    boolean updatesOnly =
        arrivals != null
            || batch != null
            || !factors.isEmpty()
            || inFlight != null
            || queue != null
            || documents != null;
    if (updatesOnly || findMax) {
      throw new BadInput(
          "--arrivals, --batch, --factor, --in-flight, --queue, --documents and --find-max belong"
              + " to --mix updates");
    }
    positive("--repeats", repeats);
    return new Shared(
        rate,
        repeats,
        Amounts.seconds("--ramp", ramp == null ? "5s" : ramp, 0),
        Amounts.seconds("--duration", duration == null ? "60s" : duration, FEWEST_SECONDS),
        tolerateErrors,
        seed);
  }

  OpenRequest request() throws BadInput {
    if (!findMax && rate == null) {
      throw new BadInput(
          "give the rate to send, --rate R, or find the highest: --find-max --slo TERMS");
    }
    double offered = rate == null ? 1_000 : rate;
    if (!(offered > 0 && offered <= MOST_RATE)) {
      throw new BadInput("--rate " + rate + ": give operations/s above 0, at most 10000000");
    }
    int stored = documents == null ? 10_000 : documents;
    int waiting = queue == null ? 10_000 : queue;
    positive("--documents", stored);
    positive("--queue", waiting);
    positive("--repeats", repeats);
    return new OpenRequest(
        cell(batch == null ? 1 : batch, inFlight == null ? 32 : inFlight),
        stored,
        offered,
        arrivals == Spacing.poisson,
        waiting,
        Amounts.seconds("--ramp", ramp == null ? "5s" : ramp, 0),
        Amounts.seconds(
            "--duration", duration == null ? (findMax ? "10s" : "60s") : duration, FEWEST_SECONDS),
        repeats,
        tolerateErrors,
        seed,
        search(offered));
  }

  private OpenRequest.@Nullable Search search(double offered) throws BadInput {
    if (!findMax) {
      if (slo != null
          || most != null
          || precision != null
          || checkpoints != null
          || checkpoint != null) {
        throw new BadInput(
            "--slo, --most, --precision, --checkpoints and --checkpoint need --find-max");
      }
      return null;
    }
    if (slo == null) {
      throw new BadInput("--find-max needs --slo, for instance --slo 'p99<50ms,errors<0.1%'");
    }
    if (repeats != 1) {
      throw new BadInput(
          "--repeats and --find-max don't go together: the search repeats by itself");
    }
    double highest = most == null ? 1_000_000 : most;
    if (!(highest >= offered)) {
      throw new BadInput("--most " + most + " is below the rate to begin with, " + offered);
    }
    int held = checkpoints == null ? 3 : checkpoints;
    positive("--checkpoints", held);
    try {
      return new OpenRequest.Search(
          Slo.parse(slo),
          highest,
          precision == null ? 0.05 : Amounts.share("--precision", precision),
          held,
          Amounts.seconds("--checkpoint", checkpoint == null ? "60s" : checkpoint, FEWEST_SECONDS));
    } catch (IllegalArgumentException e) {
      throw new BadInput("--slo " + e.getMessage());
    }
  }

  private Cell cell(int perCall, int atOnce) throws BadInput {
    Map<Factor<?>, Object> given = new TreeMap<>();
    given.put(Factor.OPERATION, perCall > 1 ? Operation.BULK_UNORDERED : Operation.SINGLE);
    given.put(Factor.BATCH, value(Factor.BATCH, "--batch", Integer.toString(perCall)));
    given.put(Factor.IN_FLIGHT, value(Factor.IN_FLIGHT, "--in-flight", Integer.toString(atOnce)));
    given.put(Factor.POOL, Math.max(atOnce, (Integer) Factor.POOL.defaultValue()));
    for (Map.Entry<String, String> entry : factors.entrySet()) {
      Factor<?> factor =
          Factor.named(entry.getKey())
              .orElseThrow(
                  () ->
                      new BadInput(
                          "--factor "
                              + entry.getKey()
                              + ": no such factor; known are "
                              + String.join(", ", Factor.names())));
      given.put(factor, value(factor, "--factor " + entry.getKey(), entry.getValue()));
    }
    Cell cell = Cell.of(given);
    if ((perCall > 1) == (cell.operation() == Operation.SINGLE)) {
      throw new BadInput("--batch " + perCall + " contradicts operation=" + cell.operation());
    }
    if (cell.dispatch() != Dispatch.NONE) {
      throw new BadInput(
          "--factor dispatch: jobs of tasks belong into a study; load offers a rate");
    }
    if (cell.get(Factor.SIZE).caches() > 0) {
      throw new BadInput(
          "--factor collectionSize="
              + cell.get(Factor.SIZE)
              + ": load takes a number of documents, as --documents; a study fills multiples of the"
              + " cache");
    }
    if (cell.clients() > 1 || cell.flushes() || !cell.changesOfDeployment().isEmpty()) {
      throw new BadInput(
          "--factor clients, flush and what changes the deployment ("
              + Factor.all().stream()
                  .filter(Factor::changesDeployment)
                  .map(Factor::yamlName)
                  .collect(Collectors.joining(", "))
              + ") belong into a study; load is one client of a server as it is");
    }
    if (cell.sustainedSeconds() + cell.thinkMillis() > 0) {
      throw new BadInput(
          "--factor sustainedSeconds, thinkMillis: load says it with --ramp, --duration, --rate");
    }
    Optional<String> contradiction = cell.contradiction();
    if (contradiction.isPresent()) {
      throw new BadInput("--factor: " + contradiction.get());
    }
    if (ClientMemory.bytesInFlight(cell) > MOST_BYTES_IN_FLIGHT) {
      throw new BadInput(
          "its batches in flight would take more than 256 MB of the client's heap; lower"
              + " --in-flight or --batch");
    }
    return cell;
  }

  private static Object value(Factor<?> factor, String option, String text) throws BadInput {
    try {
      return factor.read(text);
    } catch (IllegalArgumentException e) {
      throw new BadInput(option + ": " + e.getMessage());
    }
  }

  private static void positive(String option, int value) throws BadInput {
    if (value < 1) {
      throw new BadInput(option + " " + value + ": give 1 or more");
    }
  }
}
