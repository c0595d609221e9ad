package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.compare.Saturation;
import dev.weir.analysis.compare.SaturationCurve;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatrixTest {
  private static final double CONFIDENCE = 0.95;

  /** Rates that rise with the operations in flight until a batch has its own end. */
  private static List<CellRecord> cells(List<String> drivers, List<String> documents) {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    List<TrialRecord> trials = new ArrayList<>();
    for (String driver : drivers) {
      for (String document : documents) {
        for (int batch : new int[] {1, 10, 1000}) {
          for (int inFlight : new int[] {1, 4, 16}) {
            String id = driver + document + "_" + batch + "_" + inFlight;
            Map<String, String> cell = new LinkedHashMap<>();
            cell.put("driver", driver);
            cell.put("operation", batch == 1 ? "single" : "bulkUnordered");
            cell.put("batch", String.valueOf(batch));
            cell.put("inFlight", String.valueOf(inFlight));
            cell.put("document", document);
            factors.put(id, cell);
            for (int round = 1; round <= 4; round++) {
              double rate = 1_000 * Math.min(inFlight, batch == 1 ? 16 : 4) * Math.sqrt(batch);
              trials.add(Samples.trial(id, round, rate * (1 + 0.01 * round), List.of()));
            }
          }
        }
      }
    }
    return CellSummaries.of(factors, trials, null, CONFIDENCE);
  }

  private static Matrix matrix(List<String> drivers, List<String> documents) {
    return new Matrix(new CellSet(cells(drivers, documents)));
  }

  private static Matrix whole() {
    return matrix(List.of("sync", "reactive"), List.of("role56", "role2000"));
  }

  @Test
  void isOneOnlyIfAllFourAreVaried() {
    assertThat(whole().isWhole()).isTrue();
    assertThat(matrix(List.of("sync"), List.of("role56", "role2000")).isWhole()).isFalse();
    assertThat(matrix(List.of("sync", "reactive"), List.of("role56")).isWhole()).isFalse();
  }

  @Test
  void kneeIsTheFewestInFlightThatGiveNearlyTheMost() {
    List<SaturationCurve> curves = whole().overInFlight(CONFIDENCE);
    assertThat(curves).hasSize(2 * 2 * 3);
    for (SaturationCurve curve : curves) {
      boolean single = "single".equals(curve.highest().factors().get("operation"));
      assertThat(curve.saturation())
          .isEqualTo(single ? new Saturation(16, 16, 16, true) : new Saturation(4, 4, 4, false));
      assertThat(Matrix.stop(curve))
          .isEqualTo(single ? "we can't tell (still rising)" : "we can't tell");
    }
  }

  @Test
  void singleUpdateIsABatchOfOne() {
    List<SaturationCurve> curves = whole().overBatch(CONFIDENCE);
    assertThat(curves).hasSize(2 * 2 * 3).allMatch(curve -> curve.cells().size() == 3);
    assertThat(curves).extracting(curve -> curve.saturation().level()).containsOnly(1000);
  }

  @Test
  void tableHasTheIntervalAndWhatStops() {
    Table<SaturationCurve> table = whole().kneesOverInFlight(CONFIDENCE);
    assertThat(table.columns())
        .extracting(Table.Column::head)
        .containsExactly(
            "document",
            "driver",
            "sent",
            "knee: in flight",
            "from",
            "to",
            "most documents/s",
            "at in flight",
            "client µs/doc",
            "server µs/doc",
            "what stops it");
    assertThat(table.rows())
        .extracting(row -> table.column("sent").text(row))
        .startsWith("single")
        .endsWith("bulk 1000");
  }

  @Test
  void severalKindsOfWritesAreRowsOfTheirOwn() {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    List<TrialRecord> trials = new ArrayList<>();
    for (CellRecord cell : cells(List.of("sync", "reactive"), List.of("role56", "role2000"))) {
      for (String write : List.of("insert", "mix70update30insert")) {
        Map<String, String> own = new LinkedHashMap<>(cell.factors());
        own.put("write", write);
        own.computeIfPresent(
            "operation", (name, value) -> value.equals("single") ? value : "insertMany");
        factors.put(cell.id() + write, own);
        trials.add(Samples.trial(cell.id() + write, 1, 1_000, List.of()));
      }
    }
    Matrix matrix = new Matrix(new CellSet(CellSummaries.of(factors, trials, null, CONFIDENCE)));
    assertThat(matrix.isWhole()).isTrue();
    assertThat(matrix.measured().stream().map(matrix::sent).distinct())
        .containsExactly(
            "single insert",
            "single mix70update30insert",
            "insertMany 10 insert",
            "insertMany 10 mix70update30insert",
            "insertMany 1000 insert",
            "insertMany 1000 mix70update30insert");
    assertThat(matrix.measured().stream().map(matrix::size).distinct())
        .containsExactlyInAnyOrder("role56", "role2000");
    assertThat(
            matrix.kneesOverBatch(CONFIDENCE).column("write").text(matrix.overBatch(0.95).get(0)))
        .isEqualTo("insert");
  }
}
