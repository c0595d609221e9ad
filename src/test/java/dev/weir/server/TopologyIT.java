package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.study.Topology;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopologyIT {
  @ParameterizedTest
  @EnumSource(names = {"PSA", "PSS"})
  void comesUpWithEveryMemberInItsRole(Topology topology) throws ServerException {
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(topology);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      assertThat(server.facts().topology()).isEqualTo(topology.yamlName());
      Member.Role third = topology == Topology.PSA ? Member.Role.ARBITER : Member.Role.SECONDARY;
      assertThat(server.members())
          .extracting(Member::role)
          .containsExactly(Member.Role.PRIMARY, Member.Role.SECONDARY, third);
      assertThat(server.localPids()).hasSize(3).doesNotHaveDuplicates();
      assertThat(server.facts().defaultWriteConcern()).isNotNull();
      assertThat(server.facts().cacheBytes()).isLessThanOrEqualTo(1L << 30);

      client
          .getDatabase("weir_topology")
          .getCollection("roles")
          .withWriteConcern(WriteConcern.MAJORITY)
          .insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
      assertThat(server.counters().insert()).isGreaterThanOrEqualTo(2);
      assertThat(server.counters().cpuMicros()).isPositive();
    }
  }
}
