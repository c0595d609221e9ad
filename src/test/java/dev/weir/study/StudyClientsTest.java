package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many client processes a study is measured with. */
class StudyClientsTest {
  private static Study study(String factors) throws StudyException {
    return StudyReader.parse(
        "test",
        """
        name: fleet
        baseline: {inFlight: 1}
        factors:
          inFlight: [1, 4]
        """
            + factors);
  }

  private static Map<String, Cell> cells(Study study) throws StudyException {
    return Plan.of(study, cell -> Optional.empty()).cells();
  }

  @Test
  void aStudyThatNamesNoneIsMeasuredByAll() throws Exception {
    Study all = study("").withClients(8);
    assertThat(all.mostClients()).isEqualTo(8);
    assertThat(cells(all).values()).hasSize(2).allMatch(cell -> cell.clients() == 8);
    assertThat(Plan.of(all, cell -> Optional.empty()).baseline())
        .isNotNull()
        .startsWith("inFlight1");
  }

  @Test
  void oneThatNamesThemIsLeftAlone() throws Exception {
    Study named = study("  clients: [1, 2]\n");
    assertThat(named.withClients(8)).isSameAs(named);
    assertThat(study("").withClients(1).mostClients()).isEqualTo(1);
  }

  @Test
  void claimsAndScaleStay() throws Exception {
    Study study = study("");
    Study all = study.withClients(2);
    assertThat(all.scale()).isEqualTo(study.scale());
    assertThat(all.claims()).isEqualTo(study.claims());
    assertThat(all.trial()).isEqualTo(study.trial());
  }
}
