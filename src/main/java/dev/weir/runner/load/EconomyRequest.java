package dev.weir.runner.load;

import dev.weir.record.RequestedRate;
import dev.weir.workload.economy.EconomyOperation;
import dev.weir.workload.economy.EconomySize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code weir load --mix economy} was asked to play.
 *
 * @param workers each plays one operation at a time
 * @param poolings what to compare, or one alone: {@code session} or {@code operation}
 * @param pool connections that all workers share in operation pooling
 * @param rate operations/s that the pacing aims at
 * @param rounds each plays every pooling once, in random order, on fresh JVMs
 * @param injectErrors share of operations with a made-up error
 * @param tolerateErrors whether to go on after an error
 */
public record EconomyRequest(
    int workers,
    List<String> poolings,
    int pool,
    double rate,
    int rounds,
    int rampSeconds,
    int seconds,
    double injectErrors,
    boolean tolerateErrors,
    long seed) {
  public static final String SESSION = "session";
  public static final String OPERATION = "operation";

  /** TPC-C's own pace for that number of workers, in operations/s. */
  public static double tpccRate(int workers) {
    return workers / EconomyOperation.meanCycleSeconds();
  }

  EconomySize size() {
    return EconomySize.forWorkers(workers);
  }

  int poolOf(String pooling) {
    return pooling.equals(SESSION) ? 0 : pool;
  }

  Map<String, String> factors(String pooling) {
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("mix", "economy");
    factors.put("pooling", pooling);
    factors.put("inFlight", Integer.toString(workers));
    factors.put("connections", Integer.toString(pooling.equals(SESSION) ? workers : pool));
    new RequestedRate(rate, null).addTo(factors);
    return factors;
  }

  /** As it goes into the record. */
  Map<String, Object> recorded() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", "load");
    all.put(
        "question",
        poolings.size() > 1
            ? "Does a connection per session or a shared pool serve a transactional mix better?"
            : "What are the response times of a game economy with " + workers + " workers?");
    all.put("mix", "economy");
    all.put("workers", workers);
    all.put("poolings", poolings);
    all.put("pool", pool);
    all.put(RequestedRate.RATE, rate);
    all.put("rounds", rounds);
    all.put("ramp", rampSeconds + "s");
    all.put("duration", seconds + "s");
    all.put("injectErrors", injectErrors);
    all.put("tolerateErrors", tolerateErrors);
    all.put("size", size());
    all.put("writeConcern", "majority");
    all.put(
        "pacing",
        "TPC-C 5.11 clauses 5.2.3 (weights) and 5.2.5 (keying and think times), times × "
            + String.format(Locale.ROOT, "%.4f", tpccRate(workers) / rate));
    all.put("timedSpan", "from the end of a worker's waiting to the last answer, retries included");
    return all;
  }
}
