package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.driver.Answers.Answer;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Topology;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The factor {@code tls} on a server that was started for it, with a certificate of its own. */
@SuppressWarnings("NullAway.Init")
class TlsFactorIT {
  private static final MongoNamespace LOGS = new MongoNamespace("weir_tls", "logs");
  private static final int CALLS = 5;

  @TempDir static Path temporary;

  private static ServerUnderTest server;
  private static MongoClient control;

  @BeforeAll
  static void start() throws ServerException {
    server = open(temporary, Topology.RS1);
    control = MongoClients.create(server.connectionString());
  }

  @AfterAll
  static void stop() {
    control.close();
    server.close();
  }

  private static ServerUnderTest open(Path folder, Topology topology) throws ServerException {
    return ServerProvider.open(
        ServerRequest.defaults(System.getenv())
            .withTls(true)
            .withTopology(topology)
            .withTemporaryDirectory(folder),
        line -> {});
  }

  /** Connections that were opened with TLS, of all versions of it. */
  private static long tlsConnections() {
    Document status = control.getDatabase("admin").runCommand(new Document("serverStatus", 1));
    return status.get("transportSecurity", Document.class).values().stream()
        .mapToLong(opened -> ((Number) opened).longValue())
        .sum();
  }

  @ParameterizedTest
  @CsvSource({"sync, true", "sync, false", "reactive, true", "reactive, false"})
  void aCellSpeaksTlsIfItAsksForIt(String driver, boolean tls) throws Exception {
    control.getDatabase(LOGS.getDatabaseName()).drop();
    Cell cell =
        Cell.parse(
            Map.of(
                "driver",
                driver,
                "tls",
                "" + tls,
                "operation",
                "insertMany",
                "batch",
                "7",
                "write",
                "insert"));
    long before = tlsConnections();
    Answers answers = new Answers();
    try (Writer writer = Writers.open(server.loadUri(), LOGS, cell)) {
      write(writer, UpdateStream.of(cell, 1, 0, 1), answers);
    }
    assertThat(answers.all())
        .hasSize(CALLS)
        .allMatch(answer -> answer.equals(new Answer(7, 7, null)));
    assertThat(control.getDatabase("weir_tls").getCollection("logs").countDocuments())
        .isEqualTo(7L * CALLS);
    long opened = tlsConnections() - before;
    if (tls) {
      assertThat(opened).isPositive();
    } else {
      assertThat(opened).isZero();
    }
  }

  private static <D> void write(Writer writer, UpdateStream<D> stream, Answers answers)
      throws InterruptedException {
    UpdateBatch<D> batch = stream.newBatch();
    for (int i = 0; i < CALLS; i++) {
      stream.fill(batch);
      writer.write(batch, answers);
      answers.next();
    }
  }

  @Test
  void nobodyElseTrustsTheServer() {
    String uri = server.connectionString() + "&tls=true&serverSelectionTimeoutMS=2000";
    try (MongoClient stranger = MongoClients.create(uri)) {
      assertThatThrownBy(() -> stranger.getDatabase("admin").runCommand(new Document("hello", 1)))
          .isInstanceOf(MongoTimeoutException.class)
          .hasMessageContaining("SSL");
    }
  }

  @Test
  void theRecordNamesTheMode() {
    assertThat(server.facts().settings()).containsEntry("net.tls.mode", "allowTLS");
  }

  @Test
  void membersSpeakWithoutAndNoKeyStaysBehind(@TempDir Path folder) throws Exception {
    try (ServerUnderTest three = open(folder, Topology.PSS)) {
      assertThat(three.memberStates().values()).containsOnly("PRIMARY", "SECONDARY");
      List<Path> keys = keys(folder);
      assertThat(keys).hasSize(3);
      Path deployment = folder.resolve(folder.relativize(keys.get(0)).getName(0));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deployment)))
          .isEqualTo("rwx------");
      Member member = three.members().get(2);
      three.stop(member);
      assertThat(three.restart(member).pid()).as("with the same certificate").isNotNull();
    }
    assertThat(keys(folder)).isEmpty();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private static List<Path> keys(Path folder) throws Exception {
    List<Path> keys = new ArrayList<>();
    try (DirectoryStream<Path> deployments = Files.newDirectoryStream(folder)) {
      for (Path deployment : deployments) {
        try (Stream<Path> members = Files.list(deployment)) {
          members
              .map(member -> member.resolve("server.pem"))
              .filter(Files::exists)
              .forEach(keys::add);
        }
      }
    }
    return keys;
  }
}
