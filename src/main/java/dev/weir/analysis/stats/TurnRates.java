package dev.weir.analysis.stats;

import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A cell's documents/s, turn by turn: by round, then by pass. A round is a JVM; a trial measured at
 * a stretch counts as one turn. Only valid trials, and of these the undisturbed turns.
 */
public record TurnRates(NavigableMap<Integer, NavigableMap<Integer, Double>> rounds) {
  /** The rates of a cell's trials. */
  public static TurnRates of(List<TrialRecord> trials) {
    NavigableMap<Integer, NavigableMap<Integer, Double>> rounds = new TreeMap<>();
    for (TrialRecord trial : trials) {
      if (trial.valid()) {
        rounds.put(trial.round(), turns(trial));
      }
    }
    return new TurnRates(rounds);
  }

  private static NavigableMap<Integer, Double> turns(TrialRecord trial) {
    NavigableMap<Integer, Double> turns = new TreeMap<>();
    if (trial.turns() == null) {
      turns.put(1, trial.documentsPerSecond());
    } else {
      for (TrialTurn turn : trial.turns()) {
        if (turn.enters()) {
          turns.put(turn.pass(), turn.documentsPerSecond());
        }
      }
    }
    return turns;
  }

  boolean isEmpty() {
    return rounds.isEmpty();
  }

  /** The logarithm of each turn's ratio to the other cell's turn of the same round and pass. */
  TurnRates logRatios(TurnRates other) {
    NavigableMap<Integer, NavigableMap<Integer, Double>> both = new TreeMap<>();
    rounds.forEach(
        (round, turns) -> {
          Map<Integer, Double> others = other.rounds.getOrDefault(round, new TreeMap<>());
          NavigableMap<Integer, Double> pairs = new TreeMap<>();
          turns.forEach(
              (pass, rate) -> {
                Double partner = others.get(pass);
                if (partner != null) {
                  pairs.put(pass, Math.log(rate / partner));
                }
              });
          if (!pairs.isEmpty()) {
            both.put(round, pairs);
          }
        });
    return new TurnRates(both);
  }

  /** Whether every turn has a rate that a logarithm can be taken of. */
  boolean positive() {
    return rounds.values().stream().flatMap(turns -> turns.values().stream()).allMatch(r -> r > 0);
  }

  TurnRates logs() {
    NavigableMap<Integer, NavigableMap<Integer, Double>> logs = new TreeMap<>();
    rounds.forEach(
        (round, turns) -> {
          NavigableMap<Integer, Double> own = new TreeMap<>(turns);
          own.replaceAll((pass, rate) -> Math.log(rate));
          logs.put(round, own);
        });
    return new TurnRates(logs);
  }

  /** The mean of each round's turns. */
  NavigableMap<Integer, Double> means() {
    NavigableMap<Integer, Double> means = new TreeMap<>();
    rounds.forEach(
        (round, turns) ->
            means.put(
                round,
                turns.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
    return means;
  }

  TwoLevels levels() {
    return new TwoLevels(values());
  }

  /**
   * What those of a run that were measured in turns did in the rounds of {@code cell}, itself
   * first. A cell that lacks a round so still learns from the others how far JVMs lie apart.
   */
  @SuppressWarnings("ReferenceEquality") // the very same, not an equal one
  static List<TurnRates> alike(TurnRates cell, Collection<TurnRates> run) {
    List<TurnRates> alike = new ArrayList<>(List.of(cell));
    run.stream()
        .filter(other -> other != cell)
        .filter(other -> other.rounds.keySet().containsAll(cell.rounds.keySet()))
        .map(other -> other.within(cell.rounds.keySet()))
        .filter(other -> other.levels().hasTurns())
        .forEach(alike::add);
    return alike;
  }

  private TurnRates within(Set<Integer> some) {
    NavigableMap<Integer, NavigableMap<Integer, Double>> left = new TreeMap<>(rounds);
    left.keySet().retainAll(some);
    return new TurnRates(left);
  }

  /** The rates as an array for each round. */
  private double[][] values() {
    return rounds.values().stream()
        .map(turns -> turns.values().stream().mapToDouble(Double::doubleValue).toArray())
        .toArray(double[][]::new);
  }
}
