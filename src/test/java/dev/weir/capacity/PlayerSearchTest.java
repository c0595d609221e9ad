package dev.weir.capacity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class PlayerSearchTest {
  private record Outcome(PlayerSearch search, List<PlayerSearch.Step> steps, boolean confirmed) {}

  private static Outcome search(
      PlayerSearch search, long planned, LongPredicate probed, LongPredicate confirmed) {
    search.tell(planned, probed.test(planned), false);
    List<PlayerSearch.Step> steps = new ArrayList<>();
    boolean done = false;
    PlayerSearch.Step step;
    while ((step = search.next(done)) != null) {
      boolean held = (step.confirmation() ? confirmed : probed).test(step.players());
      search.tell(step.players(), held, step.confirmation());
      done = step.confirmation() && held;
      steps.add(step);
      assertThat(steps).hasSizeLessThan(20);
    }
    return new Outcome(search, steps, done);
  }

  @Test
  void findsTheMostThatHoldWithinATenth() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      long limit = 500L + random.nextInt(9_000);
      LongPredicate holds = players -> players <= limit;
      Outcome found = search(new PlayerSearch(100_000, 1.1, 12, 2), 1_000, holds, holds);
      assertThat(found.search().holds()).isBetween(Math.round(limit / 1.1) - 1, limit);
      assertThat(found.search().breaks()).isGreaterThan(limit);
      assertThat(found.confirmed()).isTrue();
    }
  }

  @Test
  void whatTheConfirmationRefutesIsTriedWithATenthLess() {
    Outcome found =
        search(new PlayerSearch(100_000, 1.1, 12, 3), 1_000, n -> n <= 4_000, n -> n <= 3_400);
    assertThat(found.confirmed()).isTrue();
    assertThat(found.search().holds()).isLessThanOrEqualTo(3_400);
    assertThat(found.search().breaks()).isGreaterThan(3_400).isLessThanOrEqualTo(4_000);
  }

  /** What nobody played is never said to hold, however often a confirmation fails. */
  @Test
  void namesOnlyPlayersThatWerePlayedAndHeld() {
    List<Long> held = new ArrayList<>();
    Outcome found =
        search(
            new PlayerSearch(100_000, 1.1, 12, 2),
            1_000,
            n -> {
              held.add(n);
              return n <= 4_000;
            },
            n -> false);
    assertThat(found.confirmed()).isFalse();
    assertThat(held).contains(found.search().holds());
    assertThat(found.search().holds()).isLessThan(requireNonNull(found.search().breaks()));
  }

  @Test
  void stopsAtTheMostThatMayBeAskedForAndAtItsSteps() {
    Outcome all = search(new PlayerSearch(3_000, 1.1, 12, 1), 1_000, n -> true, n -> true);
    assertThat(all.search().holds()).isEqualTo(3_000);
    assertThat(all.search().breaks()).isNull();
    Outcome few = search(new PlayerSearch(100_000, 1.1, 2, 0), 1_000, n -> true, n -> true);
    assertThat(few.steps()).hasSize(2);
    assertThat(few.search().holds()).isEqualTo(4_000);
    assertThat(few.confirmed()).isFalse();
  }

  @Test
  void nothingThatHoldsEndsIt() {
    Outcome none = search(new PlayerSearch(100_000, 1.1, 30, 2), 8, n -> false, n -> false);
    assertThat(none.search().holds()).isZero();
    assertThat(none.steps()).extracting(PlayerSearch.Step::players).containsExactly(4L, 2L, 1L);
  }

  /** The disk has no room for eight times the players; four times held. */
  @Test
  void confirmsWhatHeldIfMoreCantBePlayed() {
    PlayerSearch search = new PlayerSearch(100_000, 1.1, 12, 2);
    search.tell(1_000, true, false);
    for (long players : new long[] {2_000, 4_000}) {
      assertThat(search.next(false)).isEqualTo(new PlayerSearch.Step(players, false));
      search.tell(players, true, false);
    }
    assertThat(search.next(false)).isEqualTo(new PlayerSearch.Step(8_000, false));
    search.noMore();
    assertThat(search.next(false)).isEqualTo(new PlayerSearch.Step(4_000, true));
    search.tell(4_000, true, true);
    assertThat(search.next(true)).isNull();
    assertThat(search.holds()).isEqualTo(4_000);
  }
}
