package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.Document;
import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private static Checkpoints of(String serverStatus) {
    return Checkpoints.of(Document.parse(serverStatus));
  }

  @Test
  void bothNamesOfAFigureAreKnown() {
    Checkpoints older =
        of(
            """
            {wiredTiger: {transaction: {'transaction checkpoints': 7,
              'transaction checkpoint currently running': 1,
              'transaction checkpoint most recent time (msecs)': 230}}}
            """);
    assertThat(older).isEqualTo(new Checkpoints(7, true, 230.0));
    Checkpoints newer =
        of(
            """
            {wiredTiger: {checkpoint: {'total succeed number of checkpoints': 8,
              'progress state': 0, 'most recent time (msecs)': 12}}}
            """);
    assertThat(newer).isEqualTo(new Checkpoints(8, false, 12.0));
    assertThat(of("{}")).isEqualTo(Checkpoints.UNKNOWN);
  }

  @Test
  void oneRanIfItRunsOrEndedMeanwhile() {
    Checkpoints idle = new Checkpoints(3, false, null);
    Checkpoints running = new Checkpoints(3, true, null);
    Checkpoints ended = new Checkpoints(4, false, null);
    assertThat(idle.ranSince(idle)).isFalse();
    assertThat(running.ranSince(idle)).isTrue();
    assertThat(ended.ranSince(running)).isTrue();
    assertThat(ended.ranSince(idle)).as("began and ended between two looks").isTrue();
  }

  @Test
  void thoseOfAllMembersCount() {
    Checkpoints all = new Checkpoints(3, false, 100.0).and(new Checkpoints(5, true, 9.0));
    assertThat(all).isEqualTo(new Checkpoints(8, true, 100.0));
  }
}
