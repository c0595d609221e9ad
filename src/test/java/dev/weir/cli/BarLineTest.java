package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.BarLine.Live;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BarLineTest {
  private static final Live LIVE = new Live("reactive_bulkUnordered_batch1000_inFlight32", 12_345);

  private static String line(Live live, int columns) {
    return BarLine.line(2, 8, Duration.ofSeconds(250), live, columns);
  }

  @Test
  void tellsHowFarItIsWhatIsLeftAndWhatIsAtWork() {
    assertThat(line(new Live("sync", 5_783), 200))
        .isEqualTo("|███████▌" + " ".repeat(22) + "| 2/8, 4:10 left  sync 5,783 documents/s");
    assertThat(BarLine.line(8, 8, Duration.ZERO, new Live("", 0), 60))
        .isEqualTo("|" + "█".repeat(30) + "| 8/8, 0:00 left");
    assertThat(BarLine.line(0, 8, Duration.ofSeconds(3_725), new Live("", 0), 60))
        .endsWith("| 0/8, 1:02:05 left");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 79, 99, 119, 199})
  void fitsAndNeverCutsAFigure(int columns) {
    String line = line(LIVE, columns);
    assertThat(line).hasSizeLessThanOrEqualTo(columns).contains("2/8, 4:10 left", " 12,345 doc");
  }

  @Test
  void aLongNameLosesItsMiddle() {
    assertThat(line(LIVE, 79)).contains("reactive_", "…", "inFlight32 12,345 docs/s");
  }
}
