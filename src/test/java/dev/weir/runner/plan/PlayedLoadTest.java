package dev.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.workload.DirtySet;
import dev.weir.workload.PoissonUpdates;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlayedLoadTest {
  private static final int PLAYERS = 2_000;
  private static final int SECONDS = 120;

  /** The plan's number of dirty documents is that of all types, each of which is played alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "policy: count, whenDirty: 1000, period: 60s",
        "policy: count, whenDirty: 100000, period: 3s",
        "policy: timer, period: 2s",
        "policy: staggered, period: 2s"
      })
  void playsTheDocumentsThatThePlanCounts(String flush) throws Exception {
    Design design =
        DesignReader.parse(
            "p.yaml",
            """
            name: load
            players: %d
            peakFactor: 1.5
            documents:
              - {name: role, updatesPerMinute: 40, fields: 16, updateBytes: 613B}
              - {name: bag, updatesPerMinute: 20, fields: 8, updateBytes: 300B}
            flush: {%s, batch: 50}
            """
                .formatted(PLAYERS, flush));
    double documents = 0;
    for (WriteBehindTrial.Type type : PlayedLoad.types(design, PLAYERS)) {
      documents += taken(type);
    }
    double planned = design.documentsPerSecond();
    assertThat(documents / SECONDS).isCloseTo(planned, within(0.05 * planned));
  }

  private static long taken(WriteBehindTrial.Type type) {
    DirtySet dirty = new DirtySet(type.players(), new PoissonUpdates(type.updatesPerSecond(), 1));
    for (long millis = 1; millis <= SECONDS * 1_000L; millis++) {
      dirty.advance(millis * 1_000_000);
      type.schedule()
          .due((millis - 1) * 1_000_000, millis * 1_000_000, dirty, player -> dirty.take(player));
    }
    return dirty.taken();
  }
}
