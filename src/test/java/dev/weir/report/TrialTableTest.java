package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTableTest {
  @Test
  void hasARowForEveryTrialInvalidOnesMarked() throws IOException {
    CellRecord cell =
        Samples.cell("x", "8", 100)
            .withTrials(
                List.of(
                    Samples.trial("x", 1, 1_234.5, List.of()),
                    Samples.trial("x", 2, 99, List.of("stalled, twice", "\"late\""))));

    List<Map<String, String>> rows = read(csv(List.of(cell, Samples.cell("y", "1", 5))));

    assertThat(rows).hasSize(5);
    assertThat(rows.get(0))
        .containsEntry("cell", "x")
        .containsEntry("factor.inFlight", "8")
        .containsEntry("documents_per_s", "1234.5")
        .containsEntry("service_p99_us", "")
        .containsEntry("valid", "true");
    assertThat(rows.get(1))
        .containsEntry("valid", "false")
        .containsEntry("reasons", "stalled, twice; \"late\"");
  }

  @Test
  void nothingBecomesAFormulaOrARowOfItsOwn() throws IOException {
    CellRecord hostile =
        Samples.cell("=cmd()", "8", 100)
            .withTrials(List.of(Samples.trial("x", 1, 1, List.of("+1\nx,y"))));

    List<Map<String, String>> rows = read(csv(List.of(hostile)));

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).containsEntry("cell", "'=cmd()").containsEntry("reasons", "'+1 x,y");
  }

  @Test
  void aRunWithoutTrialsHasAHeader() {
    assertThat(csv(List.of())).startsWith("cell,round,order,").hasLineCount(1);
  }

  private static String csv(List<CellRecord> cells) {
    return CsvTable.of(TrialTable.raw(cells));
  }

  private static List<Map<String, String>> read(String csv) throws IOException {
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper()
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(csv)) {
      return rows.readAll();
    }
  }
}
