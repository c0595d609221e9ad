package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ServerStatusFieldsTest {
  @Test
  void keepsTheNumbersThatMatterAndLeavesTheRest() {
    Map<String, Number> kept =
        new ServerStatusFields()
            .select(
                BsonDocument.parse(
                    """
                {host: 'db', uptimeMillis: {$numberLong: '9'}, pid: 3,
                 opcounters: {insert: 1, deprecated: {total: 4}},
                 flowControl: {enabled: true, targetRateLimit: 1000000000, isLagged: false},
                 metrics: {document: {updated: {$numberLong: '5'}}, commands: {find: {total: 8}}},
                 wiredTiger: {cache: {'bytes currently in the cache': 10.5, 'hazard pointers': 3},
                              transaction: {'transaction checkpoints': 2}}}
                """));

    assertThat(kept)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "uptimeMillis", 9L,
                "opcounters.insert", 1,
                "flowControl.enabled", 1,
                "flowControl.targetRateLimit", 1_000_000_000,
                "flowControl.isLagged", 0,
                "metrics.document.updated", 5L,
                "wiredTiger.cache.bytes currently in the cache", 10.5,
                "wiredTiger.transaction.transaction checkpoints", 2));
  }

  @Test
  void lagIsThePrimarysLastWriteMinusTheSlowestSecondarys() {
    Map<String, Number> values = new LinkedHashMap<>();
    ReplicationFields.lag(
        BsonDocument.parse(
            """
            {members: [
              {stateStr: 'SECONDARY', optimeDate: {$date: {$numberLong: '7000'}}},
              {stateStr: 'PRIMARY', optimeDate: {$date: {$numberLong: '9000'}}},
              {stateStr: 'SECONDARY', optimeDate: {$date: {$numberLong: '4000'}}},
              {stateStr: 'ARBITER'}]}
            """),
        values);

    assertThat(values)
        .isEqualTo(Map.of("repl.members", 4, "repl.secondaries", 2, "repl.maxLagSeconds", 5.0));
  }

  @Test
  void withoutAPrimaryThereIsNoLag() {
    Map<String, Number> values = new LinkedHashMap<>();
    ReplicationFields.lag(
        BsonDocument.parse(
            "{members: [{stateStr: 'SECONDARY', optimeDate: {$date: {$numberLong: '7000'}}}]}"),
        values);

    assertThat(values).doesNotContainKey("repl.maxLagSeconds");
  }

  @Test
  void theOplogWindowIsBetweenItsEnds() {
    Map<String, Number> values = new LinkedHashMap<>();
    ReplicationFields.oplogWindow(
        BsonDocument.parse(
            """
            {oplog: {earliestOptime: {$timestamp: {t: 100, i: 1}},
                     latestOptime: {$timestamp: {t: 160, i: 7}}}}
            """),
        values);

    assertThat(values).isEqualTo(Map.of("repl.oplogWindowSeconds", 60));
  }
}
