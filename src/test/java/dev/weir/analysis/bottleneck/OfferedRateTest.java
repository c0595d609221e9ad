package dev.weir.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OfferedRateTest {
  private static CellRecord cell(double rate, Map<String, String> factors) {
    return Samples.cell("a", "1", rate)
        .withFactors(factors)
        .withBottleneck(
            new CellRecord.Bottleneck(
                "client CPU", List.of("client 95 %", "not known: disk time")));
  }

  private static CellRecord.Bottleneck marked(CellRecord... cells) {
    return OfferedRate.mark(List.of(cells)).get(0).bottleneck();
  }

  @Test
  void whatReachedTheOfferedRateWasHeldBackByNothing() {
    CellRecord.Bottleneck verdict = marked(cell(1_998, Map.of("rate", "2000")));
    assertThat(verdict.resource()).isEqualTo("paced load");
    assertThat(verdict.evidence())
        .containsExactly("2,000 operations/s were offered, 1,998 done", "client 95 %");
  }

  @Test
  void capacityThatIsLeftIsToldAsSuch() {
    CellRecord idle =
        cell(1_998, Map.of("rate", "2000"))
            .withBottleneck(
                new CellRecord.Bottleneck(Resource.PACED.title(), List.of("nothing is full")));
    assertThat(marked(idle).resource()).isEqualTo("paced load");
  }

  @Test
  void bothReachedTheirRateAndNothingElseDid() {
    CellRecord.Bottleneck left = new CellRecord.Bottleneck(Resource.PACED.title(), List.of());
    List<CellRecord> cells =
        OfferedRate.mark(
            List.of(
                cell(1_998, Map.of("rate", "2000")),
                cell(1_998, Map.of("rate", "2000")).withBottleneck(left),
                cell(1_500, Map.of("rate", "2000")),
                cell(1_500, Map.of("inFlight", "8")).withBottleneck(left)));
    assertThat(cells.stream().map(OfferedRate::isReached))
        .containsExactly(true, true, false, false);
  }

  @Test
  void whatFellShortKeepsItsLimit() {
    assertThat(marked(cell(1_500, Map.of("rate", "2000"))).resource()).isEqualTo("client CPU");
    assertThat(marked(cell(1_500, Map.of("rate", "no number"))).resource()).isEqualTo("client CPU");
    assertThat(marked(cell(1_500, Map.of("inFlight", "8"))).resource()).isEqualTo("client CPU");
  }

  /** A target of YCSB's is that of all its operations together. */
  @Test
  void aTargetIsSharedByTheOperationsOfAPhase() {
    CellRecord update = cell(600, Map.of("target", "1000", "phase", "run"));
    CellRecord read = cell(395, Map.of("target", "1000", "phase", "run"));
    CellRecord load = cell(5_000, Map.of("target", "1000", "phase", "load"));
    assertThat(marked(update, read, load).resource()).isEqualTo(Resource.PACED.title());
    assertThat(marked(update, load).resource()).isEqualTo("client CPU");
    assertThat(marked(cell(600, Map.of("target", "none", "phase", "run"))).resource())
        .isEqualTo("client CPU");
  }
}
