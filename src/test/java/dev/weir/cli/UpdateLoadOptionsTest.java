package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.study.CollectionSize;
import dev.weir.study.Factor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class UpdateLoadOptionsTest {
  private static UpdateLoadOptions options(String... factors) {
    List<String> arguments = new ArrayList<>(List.of("--rate", "10"));
    for (String factor : factors) {
      arguments.addAll(List.of("--factor", factor));
    }
    return CommandLine.populateCommand(new UpdateLoadOptions(), arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "collectionSize=4cache, load takes a number of documents",
    "clients=2, belong into a study",
    "linkMillis=5, belong into a study",
    "fault=gameKilled, belong into a study",
    "dispatch=modulo, jobs of tasks belong into a study",
    "operation=insertMany, contradicts operation=insertMany",
    "document=sample_other, the study has no sample sample_other",
    "shape=replace, write: replace",
  })
  void whatLoadDoesNotDoIsRefused(String factor, String reason) {
    assertThatThrownBy(() -> options(factor).request())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aNumberOfDocumentsIsTaken() throws Exception {
    assertThat(options("collectionSize=5000").request().cell().get(Factor.SIZE))
        .isEqualTo(CollectionSize.of(5_000));
    assertThat(options("tls=true").request().cell().get(Factor.TLS)).isTrue();
  }
}
