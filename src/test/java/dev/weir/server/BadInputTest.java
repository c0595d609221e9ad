package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.server.mongod.DiskSpace;
import dev.weir.server.mongod.MongodBinary;
import dev.weir.server.mongod.MongodOptions;
import dev.weir.study.Topology;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongo://user:s3cret@host",
        "mongodb://user:s3cret@host:port/",
        "mongodb://user:s3cr%et-s3cret@host/",
        "mongodb://user:a@b:s3cret@host/",
        "mongodb://user:s3cret@/",
        "nonsense",
      })
  void malformedUriIsOneLineWithoutSecrets(String uri) {
    assertThatThrownBy(() -> AttachedServer.open(uri, request()))
        .isInstanceOf(ServerException.class)
        .hasNoCause()
        .hasMessageContaining("malformed URI")
        .hasMessageContaining("expected mongodb://")
        .hasMessageNotContaining("s3cret")
        .hasMessageNotContaining("\n");
  }

  @Test
  void unreachableServerIsBounded() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      free = socket.getLocalPort();
    }
    ServerRequest request = request().withSelectionTimeout(Duration.ofMillis(500));
    String uri = "mongodb://user:s3cret@127.0.0.1:" + free + "/?serverSelectionTimeoutMS=60000";
    assertThatThrownBy(() -> AttachedServer.open(uri, request))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("no usable server at 127.0.0.1:" + free + " within 0.5 s")
        .hasMessageContaining("refused")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void oldVersionsAreRefusedByName() throws ServerException {
    assertThat(ServerVersion.supported("6.0.5", "h").toString()).isEqualTo("6.0");
    assertThat(ServerVersion.supported("4.2.0-rc1", "h")).isEqualTo(ServerVersion.OLDEST);
    assertThat(ServerVersion.supported("10.0.1", "h")).isGreaterThan(new ServerVersion(8, 3));
    assertThatThrownBy(() -> ServerVersion.supported("4.0.28", "h:1"))
        .hasMessage(
            "MongoDB 4.0.28 at h:1 is too old: Weir needs MongoDB 4.2 or newer; upgrade it or name"
                + " another server");
    assertThatThrownBy(() -> ServerVersion.supported("unknown", "h"))
        .isInstanceOf(ServerException.class);
  }

  @Test
  void whatIsNoMongodIsRefused(@TempDir Path folder) throws Exception {
    assertThatThrownBy(() -> MongodBinary.check(folder.resolve("absent")))
        .hasMessageStartingWith("no mongod at ");
    Path file = Files.writeString(folder.resolve("mongod"), "#!/bin/sh\necho hello\n");
    assertThatThrownBy(() -> MongodBinary.check(file)).hasMessageContaining("not executable");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(() -> MongodBinary.check(file))
        .hasMessageContaining("does not run as mongod on this machine: hello");
    Files.writeString(file, "#!/bin/sh\necho db version v3.6.2\n");
    assertThatThrownBy(() -> MongodBinary.check(file)).hasMessageContaining("too old");
    Files.writeString(file, "#!/bin/sh\necho db version v7.0.1\n");
    assertThat(MongodBinary.check(file).version()).isEqualTo(new ServerVersion(7, 0));
  }

  @Test
  void tooLittleDiskSaysNeededAndFound() {
    ServerRequest request = request().withMinimumFreeBytes(1L << 60).withTopology(Topology.PSA);
    assertThatThrownBy(() -> DiskSpace.require(request))
        .hasMessageMatching("too little disk in .*: [0-9.]+ GB free, [0-9.]+ GB needed for psa.*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port", "--dbpath=/x", "--bind_ip_all", "--replSet", "-f"})
  void optionsThatAreOursAreRefused(String option) {
    ServerRequest request = request().withMongodArguments(List.of(option));
    assertThatThrownBy(() -> MongodOptions.of(request, ServerVersion.OLDEST))
        .hasMessageContaining("cannot be given");
  }

  @Test
  void tlsOptionsAreOursWhereAStudyVariesTls() throws ServerException {
    ServerRequest request = request().withMongodArguments(List.of("--tlsDisabledProtocols=TLS1_3"));
    assertThat(MongodOptions.of(request, ServerVersion.OLDEST).further()).hasSize(1);
    assertThatThrownBy(() -> MongodOptions.of(request.withTls(true), ServerVersion.OLDEST))
        .hasMessageContaining("--tlsDisabledProtocols cannot be given");
  }

  @Test
  void severalMembersShareTheHostsMemory() {
    MongodOptions options =
        new MongodOptions(Topology.PSA, new ServerVersion(6, 0), List.of(), 16L << 30);
    Path mongod = Path.of("mongod");
    assertThat(options.command(mongod, 0, 1, Path.of("d")))
        .containsSequence("--wiredTigerCacheSizeGB", "1.00");
    assertThat(options.command(mongod, 2, 1, Path.of("d")))
        .containsSequence("--wiredTigerCacheSizeGB", "0.25");
    List<String> own = List.of("--wiredTigerCacheSizeGB", "3");
    assertThat(
            new MongodOptions(Topology.PSS, new ServerVersion(6, 0), own, 16L << 30)
                .command(mongod, 0, 1, Path.of("d")))
        .containsOnlyOnce("--wiredTigerCacheSizeGB")
        .endsWith("--wiredTigerCacheSizeGB", "3");
  }

  @Test
  void secretsStayOutOfSettings() {
    Map<String, Object> settings = new TreeMap<>();
    FactsReader.flatten(
        "",
        Document.parse(
            "{security: {keyFile: '/etc/key', kmip: {clientCertificatePassword: 'x1'}},"
                + " net: {tls: {certificateKeyFilePassword: 'x2'}, port: 1}}"),
        settings);
    assertThat(settings)
        .containsEntry("security.keyFile", "/etc/key")
        .containsEntry("security.kmip.clientCertificatePassword", "***")
        .containsEntry("net.tls.certificateKeyFilePassword", "***")
        .containsEntry("net.port", 1);
  }

  @Test
  void topologyIsToldFromHello() {
    assertThat(FactsReader.topology(new Document())).isEqualTo("standalone");
    assertThat(FactsReader.topology(new Document("msg", "isdbgrid"))).isEqualTo("sharded");
    Document set = new Document("setName", "x").append("hosts", List.of("a:1"));
    assertThat(FactsReader.topology(set)).isEqualTo("rs1");
    set.append("passives", List.of("b:1")).append("arbiters", List.of("c:1"));
    assertThat(FactsReader.topology(set)).isEqualTo("psa");
    set.append("arbiters", List.of()).append("hosts", List.of("a:1", "c:1"));
    assertThat(FactsReader.topology(set)).isEqualTo("pss");
    set.append("hosts", List.of("a:1", "c:1", "d:1", "e:1"));
    assertThat(FactsReader.topology(set))
        .isEqualTo("replica set of 5 data-bearing members and 0 arbiters");
  }

  @Test
  void sharingAHostIsNotGuessedFromLoopbackAlone() {
    HostIdentity here = new HostIdentity("here", "6.1.0");
    Document same = Document.parse("{system: {hostname: 'here:27018'}}");
    Document container =
        Document.parse("{system: {hostname: 'c0ffee'}, extra: {kernelVersion: '6.1.0'}}");
    Document tunnel = Document.parse("{system: {hostname: 'far'}, os: {version: 'Kernel 5.4.0'}}");
    List<String> loopback = List.of("127.0.0.1:27017");
    assertThat(here.isHostOf(List.of("192.0.2.1:27017"), same)).isTrue();
    assertThat(here.isHostOf(loopback, container)).isTrue();
    assertThat(here.isHostOf(loopback, tunnel)).isFalse();
    assertThat(here.isHostOf(List.of("192.0.2.1:27017"), container)).isFalse();
  }

  private static ServerRequest request() {
    return ServerRequest.defaults(Map.of());
  }
}
