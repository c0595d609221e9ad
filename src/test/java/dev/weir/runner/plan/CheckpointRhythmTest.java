package dev.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointRhythmTest {
  private static final Duration PAUSE = CheckpointRhythm.USUAL;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** A server whose checkpoints take that many seconds, begun a minute after the one before. */
  private record Server(double took) {
    double distance() {
      return PAUSE.toSeconds() + took;
    }

    int ended(double second) {
      return (int) (second / distance());
    }

    boolean runs(double second) {
      return second % distance() > PAUSE.toSeconds();
    }

    ServerWatch.Sample at(double second) {
      return new ServerWatch.Sample(
          runs(second), ended(second), took * 1e3, null, null, null, null, null, null, null);
    }
  }

  private static @Nullable Double begin(Server server, double from, double step, double span) {
    CheckpointRhythm rhythm = new CheckpointRhythm(PAUSE);
    double next = from;
    double last = from + rhythm.patience().toSeconds();
    for (double now = Math.max(0, from - 20); now <= last; now++) {
      rhythm.see(server.at(now), Math.round(now * SECOND));
      if (now >= next) {
        if (rhythm.begins(Math.round(span * SECOND))) {
          return now;
        }
        next += step;
      }
    }
    return null;
  }

  @ParameterizedTest
  @CsvSource({"60, 1, 1", "60, 20, 1", "120, 40, 2", "180, 1, 3", "80, 1, 1", "300, 300, 5"})
  void aSpanHoldsAsManyWholeCheckpointsAsItsLengthStandsFor(double span, double step, int wanted) {
    SplittableRandom random = new SplittableRandom(7);
    int begun = 0;
    for (int i = 0; i < 200; i++) {
      Server server = new Server(random.nextDouble(0.2, 4));
      Double begin = begin(server, random.nextDouble(20, 400), step, span);
      if (begin == null) {
        continue;
      }
      begun++;
      assertThat(server.runs(begin)).as("cut in two").isFalse();
      assertThat(server.runs(begin + span)).as("cut in two").isFalse();
      assertThat(server.ended(begin + span) - server.ended(begin)).isEqualTo(wanted);
    }
    // Of a flush every 5 minutes there is one chance.
    assertThat(begun).isGreaterThan(step > PAUSE.toSeconds() ? 0 : 190);
  }

  /** What held 0, 1 or 2 by chance. */
  @Test
  void anyPlaceWouldNotDo() {
    SplittableRandom random = new SplittableRandom(7);
    Server server = new Server(2);
    int other = 0;
    for (int i = 0; i < 200; i++) {
      double begin = random.nextDouble(0, 400);
      boolean cut = server.runs(begin) || server.runs(begin + PAUSE.toSeconds());
      other += cut || server.ended(begin + PAUSE.toSeconds()) - server.ended(begin) != 1 ? 1 : 0;
    }
    assertThat(other).isGreaterThan(4);
  }

  @Test
  void nothingIsWaitedForWhereNoPlaceIsBetter() {
    assertThat(begin(new Server(2), 30, 1, 1))
        .as("a second is no checkpoint")
        .isBetween(30.0, 31.0);
    assertThat(begin(new Server(70), 30, 1, 60)).as("they nearly overlap").isBetween(30.0, 31.0);
    CheckpointRhythm unknown = new CheckpointRhythm(null);
    unknown.see(new Server(2).at(1), SECOND);
    assertThat(unknown.begins(60 * SECOND)).isTrue();
    assertThat(unknown.patience()).isZero();
    CheckpointRhythm silent = new CheckpointRhythm(PAUSE);
    silent.see(
        new ServerWatch.Sample(false, 0, null, null, null, null, null, null, null, null), SECOND);
    assertThat(silent.begins(60 * SECOND)).isTrue();
  }

  /** It may have ended at any time of the gap between two looks. */
  @Test
  void aGapBetweenLooksCountsAtBothEnds() {
    CheckpointRhythm rhythm = new CheckpointRhythm(PAUSE);
    Server server = new Server(2);
    rhythm.see(server.at(61), 61 * SECOND);
    rhythm.see(server.at(110), 110 * SECOND);
    assertThat(rhythm.begins(60 * SECOND)).as("now or 49 s ago").isFalse();
    rhythm.see(server.at(116), 116 * SECOND);
    assertThat(rhythm.begins(60 * SECOND)).as("6 s or 55 s ago").isTrue();
    rhythm.see(server.at(119), 119 * SECOND);
    assertThat(rhythm.begins(60 * SECOND)).as("9 s or 58 s ago").isFalse();
  }
}
