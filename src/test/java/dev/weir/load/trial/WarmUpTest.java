package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.FakeLoad;
import dev.weir.load.FakeWriter;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private final List<String> opened = new ArrayList<>();
  private final List<Integer> slices = new ArrayList<>();
  private final FakeLoad load = new FakeLoad(ms -> 1);

  /** How fast a path is in its n-th slice. */
  private interface Speed {
    long answersPerMillisecond(String path, int slice);
  }

  private LoadEvent.Warmed run(List<String> paths, int fewest, long atMostMillis, Speed speed)
      throws InterruptedException {
    List<LoadOrder.Work> work =
        paths.stream()
            .map(id -> new LoadOrder.Work(id, FakeLoad.cell(1).factors(), "roles"))
            .toList();
    WarmUp warmUp =
        new WarmUp(
            load.timing(),
            event -> {
              if (event instanceof LoadEvent.Rate) {
                load.answerTheRest();
              }
            });
    return warmUp.run(
        new LoadOrder.WarmUp(null, work, fewest, atMostMillis, 1),
        (path, slice) -> {
          opened.add(path.id());
          slices.add(slice);
          int nth = (int) opened.stream().filter(path.id()::equals).count() - 1;
          Writer writer = load.open(ms -> speed.answersPerMillisecond(path.id(), nth));
          return CallLoop.closed(writer, FakeLoad.cell(1), 100, 1, load.timing());
        });
  }

  @Test
  void pathsTakeTurnsUntilNoneGetsFaster() throws Exception {
    LoadEvent.Warmed warmed =
        run(List.of("a", "b"), 2, 60_000, (path, n) -> path.equals("a") ? 2 : Math.min(4, 1 + n));
    assertThat(opened).containsExactly("a", "b", "a", "b", "a", "b", "a", "b", "a", "b");
    assertThat(warmed.paths()).extracting(LoadEvent.Warmed.Path::id).containsExactly("a", "b");
    assertThat(warmed.paths()).allMatch(LoadEvent.Warmed.Path::steady);
    assertThat(warmed.millis()).isEqualTo(10 * 625);
    List<Double> rates = warmed.paths().get(1).documentsPerSecond();
    assertThat(rates).hasSize(5);
    assertThat(rates.get(0)).isCloseTo(1_000, Percentage.withPercentage(0.5));
    assertThat(rates.get(4)).isCloseTo(4_000, Percentage.withPercentage(0.5));
  }

  @Test
  void everyPathGetsItsFewestSlices() throws Exception {
    run(List.of("a", "b"), 3, 60_000, (path, n) -> 2);
    assertThat(opened).containsExactly("a", "b", "a", "b", "a", "b");
  }

  @Test
  void theLimitEndsAWarmUpThatGoesOn() throws Exception {
    LoadEvent.Warmed warmed = run(List.of("a"), 2, 5_000, (path, n) -> 1L << n);
    assertThat(warmed.paths()).noneMatch(LoadEvent.Warmed.Path::steady);
    assertThat(warmed.millis()).isBetween(5_000L, 6_500L);
  }

  @Test
  void evenTheShortestLimitRunsEachPathOnce() throws Exception {
    LoadEvent.Warmed warmed = run(List.of("a", "b"), 2, 1, (path, n) -> 2);
    assertThat(opened).containsExactly("a", "b");
    assertThat(warmed.paths()).noneMatch(LoadEvent.Warmed.Path::steady);
  }

  /** The same seed twice would write the same values to the same keys: updates without effect. */
  @Test
  void noTwoSlicesAreAlike() throws Exception {
    run(List.of("a", "b"), 3, 60_000, (path, n) -> 2);
    assertThat(slices).hasSize(6).doesNotHaveDuplicates();
  }

  @Test
  void failureNamesThePath() {
    LoadOrder.Work work = new LoadOrder.Work("a", FakeLoad.cell(1).factors(), "roles");
    Writer writer =
        FakeWriter.answering(
            (batch, completion) ->
                completion.failed(new IllegalStateException("gone"), Written.NOTHING));
    WarmUp warmUp = new WarmUp(load.timing(), event -> {});
    assertThatThrownBy(
            () ->
                warmUp.run(
                    new LoadOrder.WarmUp(null, List.of(work), 2, 5_000, 1),
                    (path, slice) ->
                        CallLoop.closed(writer, FakeLoad.cell(1), 100, 1, load.timing())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("warm-up of a failed: {IllegalStateException=80}");
  }

  @Test
  void plateauIsReachedWhenTheLastSliceIsNoNewBest() {
    Plateau plateau = new Plateau(2);
    plateau.add(100);
    assertThat(plateau.reached()).as("too few slices").isFalse();
    plateau.add(110);
    assertThat(plateau.reached()).isFalse();
    plateau.add(114);
    assertThat(plateau.reached()).as("within the margin of the best").isTrue();
    plateau.add(90);
    assertThat(plateau.reached()).as("slower is noise").isTrue();
    plateau.add(200);
    assertThat(plateau.reached()).as("faster after all").isFalse();
    assertThat(plateau.rates()).containsExactly(100.0, 110.0, 114.0, 90.0, 200.0);
  }
}
