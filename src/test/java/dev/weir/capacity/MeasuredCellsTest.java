package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.study.DriverKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredCellsTest {
  private static final RunRecord.Verdict GOOD = new RunRecord.Verdict(true, List.of(), List.of());

  private static Path run(Path folder, RunRecord run, List<CellRecord> cells) throws Exception {
    RunFolder made = RunFolder.create(folder, Instant.EPOCH, "x");
    made.write(RunFolder.RUN, run);
    made.write(RunFolder.CELLS, cells);
    return made.path();
  }

  @Test
  void readsWhatTheTrialsSay(@TempDir Path folder) throws Exception {
    Path path = run(folder, Samples.run(), List.of(Samples.cell("a", "4", 10_000)));
    MeasuredCells cells = MeasuredCells.read(List.of(path), DriverKind.SYNC);
    Observation one = cells.cells().get(0);
    assertThat(one.documentsPerSecond()).isCloseTo(10_002, within(1.0));
    assertThat(one.inFlight()).isEqualTo(4);
    assertThat(one.of(Quantity.TIME)).isCloseTo(100, within(1.0));
    assertThat(one.of(Quantity.SERVER_CPU)).isEqualTo(2.5);
    assertThat(one.of(Quantity.JOURNAL_BYTES)).isNull();
    assertThat(cells.host().serverCores()).isEqualTo(2);
  }

  private static CellRecord with(CellRecord cell, String... factors) {
    Map<String, String> all = new LinkedHashMap<>(cell.factors());
    for (int i = 0; i < factors.length; i += 2) {
      all.put(factors[i], factors[i + 1]);
    }
    return new CellRecord(
        cell.id(),
        all,
        cell.trials(),
        cell.documentsPerSecond(),
        cell.batchesPerSecond(),
        cell.megabytesPerSecond(),
        cell.ratioToBaseline(),
        cell.serviceTimeMicros(),
        cell.cpu(),
        cell.poolWait(),
        cell.bottleneck(),
        cell.notes());
  }

  @Test
  void minutesAreKeptApartFromSeconds(@TempDir Path folder) throws Exception {
    List<CellRecord> records =
        List.of(
            Samples.cell("seconds", "4", 10_000),
            with(Samples.cell("minutes", "4", 8_000), "sustainedSeconds", "60"),
            with(
                Samples.cell("pausing", "4", 3_000), "sustainedSeconds", "60", "thinkMillis", "20"),
            with(Samples.cell("short", "4", 3_000), "thinkMillis", "20"));
    MeasuredCells cells =
        MeasuredCells.read(List.of(run(folder, Samples.run(), records)), DriverKind.SYNC);
    assertThat(cells.cells()).extracting(Observation::cell).containsExactly("seconds");
    assertThat(cells.aside()).containsOnlyKeys("minutes", "pausing", "short");
    assertThat(cells.aside().get("minutes"))
        .startsWith("sustainedSeconds 60: an estimate rests on");
  }

  @Test
  void refusesWhatIsNotMongoDb(@TempDir Path folder) throws Exception {
    RunRecord run = Samples.run(Samples.server("mongo-java-server (not MongoDB)", false), "", GOOD);
    Path path = run(folder, run, List.of(Samples.cell("a", "1", 1_000)));
    assertThatThrownBy(() -> MeasuredCells.read(List.of(path), DriverKind.SYNC))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("no plan is made from what is not MongoDB");
  }

  @Test
  void refusesAnInvalidRunWithItsReason(@TempDir Path folder) throws Exception {
    RunRecord run =
        Samples.run(
            Samples.server("MongoDB", true),
            "",
            new RunRecord.Verdict(false, List.of("a: 3 updates lost"), List.of()));
    Path path = run(folder, run, List.of(Samples.cell("a", "1", 1_000)));
    assertThatThrownBy(() -> MeasuredCells.read(List.of(path), DriverKind.SYNC))
        .hasMessageContaining("is invalid: a: 3 updates lost");
  }

  @Test
  void setsAsideInvalidTrialsAndOtherDrivers(@TempDir Path folder) throws Exception {
    CellRecord good = Samples.cell("good", "1", 1_000);
    CellRecord bad =
        Samples.cell("bad", "2", 1_000)
            .withTrials(List.of(Samples.trial("bad", 1, 1_000, List.of("never settled"))));
    Path path = run(folder, Samples.run(), List.of(good, bad));
    MeasuredCells cells = MeasuredCells.read(List.of(path), DriverKind.SYNC);
    assertThat(cells.cells()).extracting(Observation::cell).containsExactly("good");
    assertThat(cells.aside()).containsEntry("bad", "no valid trial");
    assertThat(MeasuredCells.read(List.of(path), DriverKind.REACTIVE).aside())
        .containsEntry("good", "driver sync, not reactive");
  }
}
