package dev.weir.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.LoadEvent;
import dev.weir.record.LinePunctuality;
import dev.weir.record.OpenMeasurement.Reporter;
import dev.weir.record.RunFolder;
import dev.weir.record.SecondLine;
import dev.weir.record.SecondsCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondLogTest {
  private static final long START = 1_800_000_000_000L;

  private static LoadEvent.Second second(long number, int types) {
    return new LoadEvent.Second(
        "rate10",
        number,
        START + number * 1_000,
        START + (number - 1) * 1_000,
        true,
        IntStream.range(0, types)
            .mapToObj(i -> new SecondLine("type" + i, 0, 10, 10, 1, 2, 3, 4))
            .toList(),
        new LoadEvent.Second.State(0, 0, 0),
        Map.of());
  }

  /** Shows each second so much after it ended, the time to show it included. */
  private static LinePunctuality shown(Path folder, int types, long... lateMillis)
      throws IOException {
    AtomicLong millis = new AtomicLong(START); // stands still until somebody says what time it is
    Clock clock =
        ((InstantSource) () -> Instant.ofEpochMilli(millis.get())).withZone(ZoneOffset.UTC);
    RunFolder run = RunFolder.create(folder, Instant.ofEpochMilli(START), "load");
    try (SecondLog log =
        new SecondLog(
            run,
            event -> millis.set(event.dueMillis() + lateMillis[(int) event.number() - 1]),
            clock)) {
      for (int i = 1; i <= lateMillis.length; i++) {
        log.add(second(i, types), 1);
      }
      millis.addAndGet(10_000); // what is answered after the last second is no line
      log.add(second(0, types), 1);
      log.reported(new Reporter(lateMillis.length, 0, 2_000, 0));
      return log.punctuality();
    }
  }

  @Test
  void countsEveryLineAndTheTimeThatShowingItTook(@TempDir Path folder) throws IOException {
    LinePunctuality lines = shown(folder, 5, 3, 12, 0, 7);
    assertThat(lines).isEqualTo(new LinePunctuality(4, 20, 0, 12, 0.0005));
    assertThat(lines.sentence())
        .isEqualTo(
            "latest line 12 ms late, over 20 lines of 4 s, none later than 100 ms; making them took"
                + " 0.05 % of a core");
  }

  @Test
  void linesLaterThanATenthOfASecondAreCounted(@TempDir Path folder) throws IOException {
    LinePunctuality lines = shown(folder, 2, 100, 101, 2_500);
    assertThat(lines.laterThan100Millis()).isEqualTo(4);
    assertThat(lines.latestMillis()).isEqualTo(2_500);
    assertThat(lines.sentence()).startsWith("latest line 2500 ms late, over 6 lines of 3 s, 4 ");
  }

  @Test
  void eachLineIsKeptWithItsLateness(@TempDir Path folder) throws IOException {
    shown(folder, 2, 3, 12);
    try (var runs = Files.list(folder)) {
      Path csv = runs.findFirst().orElseThrow().resolve(SecondsCsv.FILE);
      List<String> late =
          Files.readAllLines(csv).stream().map(l -> l.substring(l.lastIndexOf(',') + 1)).toList();
      assertThat(late).containsExactly("late_ms", "3.0", "3.0", "12.0", "12.0");
    }
  }

  @Test
  void aRunThatShowedNoneSaysSo(@TempDir Path folder) throws IOException {
    LinePunctuality lines = shown(folder, 1);
    assertThat(lines).isEqualTo(new LinePunctuality(0, 0, 0, 0, 0.002));
    assertThat(lines.sentence()).isEqualTo("no line of a second was due");
  }
}
