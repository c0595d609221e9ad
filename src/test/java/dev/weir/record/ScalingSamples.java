package dev.weir.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Cells that differ in their number of clients, for tests. */
public final class ScalingSamples {
  private ScalingSamples() {}

  /** Documents/s of all clients together in a round. */
  @FunctionalInterface
  public interface Rate {
    double of(int clients, int round);
  }

  /**
   * Trials of all levels in some rounds, of which the first client had a tenth more than the
   * others.
   */
  public static List<TrialRecord> trials(List<Integer> levels, int rounds, Rate rate) {
    List<TrialRecord> trials = new ArrayList<>();
    for (int clients : levels) {
      for (int round = 1; round <= rounds; round++) {
        double all = rate.of(clients, round);
        TrialRecord trial = Samples.trial(id(clients), round, all, List.of());
        trials.add(clients == 1 ? trial : trial.withClients(shares(clients, all)));
      }
    }
    return trials;
  }

  /** Each level's factors by its cell's id. */
  public static Map<String, Map<String, String>> factors(List<Integer> levels) {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    for (int clients : levels) {
      factors.put(id(clients), Map.of("clients", String.valueOf(clients), "inFlight", "4"));
    }
    return factors;
  }

  private static String id(int clients) {
    return "clients=" + clients;
  }

  private static ClientShares shares(int clients, double all) {
    double part = 1 / (clients + 0.1);
    List<ClientShares.Share> shares =
        IntStream.rangeClosed(1, clients)
            .mapToObj(
                client -> {
                  double share = client == 1 ? 1.1 * part : part;
                  return new ClientShares.Share(
                      client,
                      all * share,
                      share,
                      1,
                      List.of(all * share),
                      1_000,
                      new TrialMeasurement.Pool(1, 1, 0, 1, 0, 0, 0),
                      new TrialMeasurement.Health(0, 0, 1.0, 0, 0, 1, null),
                      null);
                })
            .toList();
    return new ClientShares(1, shares);
  }
}
