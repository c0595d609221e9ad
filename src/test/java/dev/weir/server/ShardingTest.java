package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class ShardingTest {
  @Test
  void aRouterTellsByItsHello() {
    assertThat(Sharding.isRouter(Document.parse("{isWritablePrimary: true, msg: 'isdbgrid'}")))
        .isTrue();
    assertThat(Sharding.isRouter(Document.parse("{isWritablePrimary: true, setName: 'weir'}")))
        .isFalse();
    assertThat(FactsReader.topology(Document.parse("{msg: 'isdbgrid'}"))).isEqualTo("sharded");
  }

  @Test
  void collectionsAreShardedByAHashedId() {
    assertThat(Sharding.commands("weir_quick", "roles_role56"))
        .containsExactly(
            Document.parse("{enableSharding: 'weir_quick'}"),
            Document.parse("{shardCollection: 'weir_quick.roles_role56', key: {_id: 'hashed'}}"));
  }

  @Test
  void factsTellHowManyShardsThereAreAndWhere() {
    Map<String, Object> facts = new TreeMap<>();
    Document answer =
        Document.parse(
            """
            {shards: [
              {_id: 'shard1', host: 'shard1/127.0.0.1:27201', state: 1},
              {_id: 'shard2', host: 'shard2/127.0.0.1:27202', state: 1}], ok: 1}
            """);
    Sharding.facts(answer, facts);
    assertThat(facts)
        .containsExactly(
            Map.entry("sharding.shard.shard1", "shard1/127.0.0.1:27201"),
            Map.entry("sharding.shard.shard2", "shard2/127.0.0.1:27202"),
            Map.entry("sharding.shards", 2));
  }

  @Test
  void whatIsNotAllowedOrNotThereIsNoFact() {
    Map<String, Object> facts = new TreeMap<>();
    Sharding.facts(null, facts);
    Sharding.facts(new Document("ok", 1), facts);
    assertThat(facts).isEmpty();
    Sharding.facts(new Document("shards", List.of()), facts);
    assertThat(facts).containsExactly(Map.entry("sharding.shards", 0));
  }
}
