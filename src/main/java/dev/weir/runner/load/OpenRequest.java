package dev.weir.runner.load;

import dev.weir.load.trial.Slo;
import dev.weir.record.RequestedRate;
import dev.weir.study.Cell;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code weir load} was asked to offer.
 *
 * @param cell what is written, and how many calls may be in flight
 * @param documents documents in the collection
 * @param rate documents/s; when searching, the rate to begin with
 * @param poisson whether arrivals are a Poisson process, else evenly spaced
 * @param queue calls that may wait
 * @param rampSeconds at the same rate, not measured
 * @param seconds measured; when searching, of a probe
 * @param repeats trials at the rate
 * @param tolerateErrors whether failed writes leave the run valid
 * @param search how to search for the highest rate, null to offer {@code rate}
 */
public record OpenRequest(
    Cell cell,
    int documents,
    double rate,
    boolean poisson,
    int queue,
    int rampSeconds,
    int seconds,
    int repeats,
    boolean tolerateErrors,
    long seed,
    @Nullable Search search) {

  /**
   * @param slo what must hold
   * @param most no higher rate is tried
   * @param precision of the bracket, a share
   * @param checkpoints how many the result is confirmed over
   * @param checkpointSeconds length of one; WiredTiger's is 60 s
   */
  public record Search(
      Slo slo, double most, double precision, int checkpoints, int checkpointSeconds) {}

  RequestedRate.Arrivals arrivals() {
    return poisson ? RequestedRate.Arrivals.POISSON : RequestedRate.Arrivals.CONSTANT;
  }

  /** As it goes into the record. */
  Map<String, Object> recorded() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", "load");
    all.put("question", question());
    all.put("mix", "updates");
    all.put("documents", documents);
    all.put(RequestedRate.RATE, rate);
    all.put(RequestedRate.ARRIVALS, arrivals().toString());
    all.put("queue", queue);
    all.put("ramp", rampSeconds + "s");
    all.put("duration", seconds + "s");
    all.put("repeats", repeats);
    all.put("tolerateErrors", tolerateErrors);
    all.put("factors", cell.factors());
    if (search != null) {
      all.put(
          "findMax",
          Map.of(
              "slo",
              search.slo().toString(),
              "most",
              search.most(),
              "precision",
              search.precision(),
              "checkpoints",
              search.checkpoints(),
              "checkpoint",
              search.checkpointSeconds() + "s"));
    }
    return all;
  }

  private String question() {
    return search == null
        ? String.format(
            java.util.Locale.ROOT, "What are the response times at %,.0f documents/s?", rate)
        : "Which rate can be sustained with " + search.slo() + "?";
  }
}
