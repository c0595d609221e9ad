package dev.weir.server.nullserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class NullServerProcessIT {
  @Test
  void servesUntilItsInputEnds() throws Exception {
    Process process = start("--port", "0", "--replica-set", "null");
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      assertThat(line).matches("listening 127\\.0\\.0\\.1:\\d+");
      String uri = "mongodb://" + line.substring("listening ".length());
      try (MongoClient client = MongoClients.create(uri + "/?serverSelectionTimeoutMS=20000")) {
        Document status = client.getDatabase("admin").runCommand(new Document("serverStatus", 1));
        assertThat(status.getLong("pid")).isEqualTo(process.pid());
      }
      process.outputWriter().close();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void saysWhichPortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
      Process process = start("--port", String.valueOf(taken.getLocalPort()));
      try (BufferedReader error = process.errorReader()) {
        assertThat(error.lines().toList())
            .singleElement()
            .asString()
            .startsWith("--port " + taken.getLocalPort() + ": ");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-cp", System.getProperty("java.class.path")));
    command.add(NullServer.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }
}
