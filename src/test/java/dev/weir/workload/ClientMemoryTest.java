package dev.weir.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientMemoryTest {
  private static final Cell CELL =
      Cell.of(Map.of(Factor.OPERATION, Operation.BULK_ORDERED, Factor.BATCH, 10));

  @Test
  void growsWithInFlightTimesBatch() {
    long one = ClientMemory.bytesInFlight(CELL);
    assertThat(one).isGreaterThan(10 * 613);
    assertThat(ClientMemory.bytesInFlight(CELL.with(Factor.IN_FLIGHT, 8))).isEqualTo(8 * one);
    assertThat(ClientMemory.bytesInFlight(CELL.with(Factor.BATCH, 1000))).isEqualTo(100 * one);
    assertThat(
            ClientMemory.bytesInFlight(
                CELL.with(Factor.BATCH, 100_000).with(Factor.IN_FLIGHT, 10_000)))
        .as("no overflow")
        .isEqualTo(10_000L * 10_000 * one);
  }

  @Test
  void countsTheLargestDocumentAndTheEncoding() {
    long small = ClientMemory.bytesInFlight(CELL);
    Cell large = CELL.with(Factor.DOCUMENT, DocumentKind.parse("role40to1000"));
    assertThat(ClientMemory.bytesInFlight(large))
        .isEqualTo(
            ClientMemory.bytesInFlight(CELL.with(Factor.DOCUMENT, DocumentKind.parse("role1000"))))
        .isGreaterThan(small);
    assertThat(ClientMemory.bytesInFlight(CELL.with(Factor.ENCODING, Encoding.RAW)))
        .isLessThan(small);
  }
}
