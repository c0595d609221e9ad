package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.load.trial.RateSearch.Outcome;
import dev.weir.load.trial.RateSearch.Step;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
  private static final int MOST_STEPS = 100;

  private static RateSearch search(double start) {
    return new RateSearch(start, 1, 1_000_000, 0.05);
  }

  private static Outcome run(RateSearch search, Predicate<Step> server) {
    int steps = 0;
    for (Step step = search.next(); step != null; step = search.next()) {
      assertThat(++steps).as("ends").isLessThan(MOST_STEPS);
      search.tell(server.test(step));
    }
    return search.outcome();
  }

  @ParameterizedTest
  @ValueSource(doubles = {3, 700, 1_000, 12_345, 400_000})
  void findsTheLimitOfAServerWithinThePrecision(double limit) {
    Outcome outcome = run(search(1_000), step -> step.rate() <= limit);
    assertThat(outcome.sustained()).isBetween(limit / 1.05, limit);
    assertThat(outcome.missed()).isBetween(limit, limit * 1.0501);
    assertThat(outcome.reason()).isNull();
  }

  @Test
  void aSingleMissIsPutDownToTheMachine() {
    int[] probe = {0};
    Outcome outcome = run(search(1_000), step -> ++probe[0] % 3 != 1 && step.rate() <= 10_000);
    assertThat(outcome.sustained()).isBetween(9_000.0, 10_000.0);
  }

  @Test
  void aNoisyServerIsMostlyFoundNearItsLimitAndNeverAboveIt() {
    SplittableRandom random = new SplittableRandom(5);
    int near = 0;
    for (int run = 0; run < 200; run++) {
      Outcome outcome =
          run(search(1_000), step -> random.nextDouble() > 0.1 && step.rate() <= 10_000);
      Double sustained = outcome.sustained();
      assertThat(sustained).isLessThanOrEqualTo(10_000);
      near += sustained != null && sustained > 9_000 ? 1 : 0;
    }
    assertThat(near).isGreaterThan(140);
  }

  @Test
  void aRateThatDoesNotLastGivesWayToTheNextLowerOne() {
    RateSearch search = search(1_000);
    Outcome outcome = run(search, step -> step.rate() <= (step.confirmation() ? 8_000 : 10_000));
    assertThat(outcome.sustained()).isBetween(8_000 / 1.05, 8_000.0);
    assertThat(outcome.missed()).isBetween(8_000.0, 8_000 * 1.05);
    assertThat(search.probes().stream().filter(RateSearch.Probe::confirmation).count())
        .isGreaterThan(2);
  }

  @Test
  void aServerThatKeepsUpWithEverythingIsToldSo() {
    Outcome outcome = run(search(1_000), step -> true);
    assertThat(outcome.sustained()).isEqualTo(1_000_000);
    assertThat(outcome.missed()).isInfinite();
    assertThat(outcome.reason()).contains("the limit is above it");
  }

  @Test
  void aServerThatKeepsUpWithNothingEndsTheSearch() {
    Outcome outcome = run(search(1_000), step -> false);
    assertThat(outcome.sustained()).isNull();
    assertThat(outcome.reason()).contains("lowest rate");
  }

  @Test
  void whatNeverLastsEndsTheSearch() {
    Outcome outcome = run(search(1_000), step -> !step.confirmation() && step.rate() < 10_000);
    assertThat(outcome.sustained()).isNull();
    assertThat(outcome.reason()).contains("no rate met the objective over all checkpoints");
  }

  @Test
  void boundsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> new RateSearch(10, 20, 30, 0.05)).hasMessageContaining("least");
    assertThatThrownBy(() -> new RateSearch(10, 5, 8, 0.05)).hasMessageContaining("most");
    assertThatThrownBy(() -> new RateSearch(10, 5, 20, 0)).hasMessageContaining("precision");
  }
}
