package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellTest {
  @Test
  void holdsEveryFactor() {
    Cell cell = Cell.of(Map.of());
    assertThat(cell.factors().keySet()).containsExactlyElementsOf(Factor.names());
    assertThat(cell.driver()).isEqualTo(DriverKind.SYNC);
    assertThat(cell.operation()).isEqualTo(Operation.SINGLE);
    assertThat(cell.batch()).isEqualTo(1);
    assertThat(cell.inFlight()).isEqualTo(1);
    assertThat(cell.document().name()).isEqualTo("role56");
    assertThat(cell.get(Factor.SHAPE)).isEqualTo(UpdateShape.SET_FIELDS);
    assertThat(cell.get(Factor.KEYS)).isEqualTo(KeyChoice.UNIFORM);
    assertThat(cell.get(Factor.ENCODING)).isEqualTo(Encoding.DOCUMENT);
    assertThat(cell.get(Factor.WRITE_CONCERN)).isEqualTo(Durability.W1);
    assertThat(cell.pool()).isEqualTo(100);
    assertThat(cell.get(Factor.RETRY_WRITES)).isTrue();
  }

  @Test
  void survivesItsRecord() {
    Cell cell =
        Cell.of(Map.of())
            .with(Factor.OPERATION, Operation.BULK_UNORDERED)
            .with(Factor.BATCH, 50)
            .with(Factor.DOCUMENT, DocumentKind.parse("role40to1000"))
            .with(Factor.WRITE_CONCERN, Durability.MAJORITY_JOURNALED)
            .with(Factor.RETRY_WRITES, false);
    assertThat(Cell.parse(cell.factors())).isEqualTo(cell).hasSameHashCodeAs(cell);
    assertThat(cell).isNotEqualTo(cell.with(Factor.BATCH, 51));
  }

  @Test
  void aSingleUpdateHasNoBatch() {
    Cell bulk = Cell.parse(Map.of("operation", "bulkOrdered", "batch", "50"));
    Cell single = bulk.with(Factor.OPERATION, Operation.SINGLE);
    assertThat(single.batch()).isEqualTo(1);
    assertThat(single).isEqualTo(Cell.of(Map.of()));
  }

  @Test
  void refusesWhatIsNoFactorOrValue() {
    assertThatThrownBy(() -> Cell.parse(Map.of("colour", "red")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown factor 'colour'");
    assertThatThrownBy(() -> Cell.parse(Map.of("pool", "none")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void idNamesTheVariedFactorsAndIsAFileName() {
    Cell cell =
        Cell.parse(Map.of("operation", "bulkUnordered", "batch", "50", "document", "role40to1000"));
    assertThat(cell.id(List.of(Factor.BATCH, Factor.OPERATION), cell))
        .isEqualTo("bulkUnordered_batch50");
    assertThat(cell.id(List.of(), cell)).isEqualTo("cell");
    assertThat(cell.id(Factor.all(), cell))
        .isEqualTo(
            "sync_bulkUnordered_batch50_inFlight1_role40to1000_update_setFields_unchangedPercent0_uniform_document_w1"
                + "_pool100_retryWritestrue_clients1_poolWaitMillis30000_stuck0_cycleMillis0_pooled_none_tasks0_batchesPerTask0_queueWorkers0_running_oplogMegabytes0_historySeconds0_linkMillis0"
                + "_collections1_indexesnone_compressorsnappy_wireuncompressed_tlsfalse_collectionSizestudy_allShards"
                + "_thinkMillis0_sustainedSeconds0_none_flushSeconds0_flushDocuments0_flushKilobytes0"
                + "_changesPerMinute0_none")
        .matches("[A-Za-z0-9_]+");
    assertThat(Cell.of(Map.of()).id(List.of(Factor.OPERATION, Factor.BATCH), Cell.of(Map.of())))
        .isEqualTo("single");
  }

  @Test
  void callsInFlightOfAJobFollowFromItsWorkers() {
    Map<String, String> job =
        Map.of("dispatch", "modulo", "tasks", "48", "batchesPerTask", "4", "queueWorkers", "16");
    Cell modulo = Cell.parse(job);
    assertThat(modulo.inFlight()).isEqualTo(16);
    assertThat(modulo.contradiction()).isEmpty();
    Cell own = modulo.with(Factor.DISPATCH, Dispatch.TASK);
    assertThat(own.queueWorkers()).isEqualTo(48);
    assertThat(own.inFlight()).isEqualTo(48);
    assertThat(own.id(List.of(Factor.DISPATCH), modulo)).isEqualTo("task");
    assertThat(modulo.withInFlight(2).tasks()).isEqualTo(6);
    assertThat(modulo.withInFlight(2).inFlight()).isEqualTo(2);
    assertThat(own.withInFlight(96).tasks()).isEqualTo(96);
  }

  @Test
  void jobsAreWholeOrRefused() {
    assertThat(Cell.parse(Map.of("dispatch", "modulo", "tasks", "16")).contradiction())
        .contains("dispatch needs tasks, batchesPerTask and, by modulo, queueWorkers");
    assertThat(Cell.parse(Map.of("tasks", "16")).contradiction())
        .contains("tasks, batchesPerTask and queueWorkers need a dispatch");
    Map<String, String> job = Map.of("dispatch", "task", "tasks", "2", "batchesPerTask", "3");
    Cell whole = Cell.parse(job);
    assertThat(whole.contradiction()).isEmpty();
    assertThat(whole.with(Factor.DRIVER, DriverKind.REACTIVE).contradiction())
        .contains("a queue worker waits for each call: dispatch needs a driver that blocks");
    assertThat(whole.with(Factor.OPERATION, Operation.AWAIT).contradiction())
        .contains("the tasks of a job write; await10ms does not");
  }

  @Test
  void onlyThreadsThatCallEndlesslyPause() {
    Cell pausing = Cell.parse(Map.of("thinkMillis", "20", "sustainedSeconds", "60"));
    assertThat(pausing.contradiction()).isEmpty();
    assertThat(pausing.id(List.of(), Cell.of(Map.of())))
        .isEqualTo("thinkMillis20_sustainedSeconds60");
    String refused = "thinkMillis pauses threads that call endlessly, by a driver that blocks";
    assertThat(pausing.with(Factor.DRIVER, DriverKind.REACTIVE).contradiction()).hasValue(refused);
    Map<String, String> job =
        Map.of("dispatch", "task", "tasks", "2", "batchesPerTask", "3", "thinkMillis", "20");
    assertThat(Cell.parse(job).contradiction()).hasValue(refused);
  }

  @Test
  void theEconomySaysWhatItIsPlayedWith() {
    Map<String, String> economy =
        Map.of(
            "operation",
            "economy",
            "cycleMillis",
            "200",
            "connections",
            "session",
            "inFlight",
            "20");
    Cell session = Cell.parse(economy);
    assertThat(session.contradiction()).isEmpty();
    assertThat(session.get(Factor.WRITE_CONCERN)).isEqualTo(Durability.MAJORITY);
    assertThat(session.pool()).as("of each worker").isEqualTo(1);
    assertThat(Cell.parse(session.factors())).isEqualTo(session);
    assertThat(session.with(Factor.THINK, 5).contradiction())
        .hasValue("the economy has a ramp and pauses of its own");
    assertThat(session.with(Factor.CLIENTS, 2).contradiction())
        .contains("the economy is played with the sync driver by one client");
    assertThat(session.with(Factor.CONNECTIONS, ConnectionUse.PER_CALL).contradiction())
        .contains("the economy's workers share a pool or own a session");
    assertThat(session.with(Factor.CYCLE, 0).contradiction())
        .contains("the economy needs cycleMillis; TPC-C's own is 20990");
    assertThat(session.with(Factor.OPERATION, Operation.SINGLE).contradiction())
        .contains("cycleMillis and connections: session belong to operation: economy");
  }
}
