package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InJvmServerTest {
  /** A JVM of its own, because logging is set up once in a JVM. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      try (ServerUnderTest server = InJvmServer.start(List.of());
          MongoClient client = MongoClients.create(server.connectionString())) {
        Clients.hello(client);
        Clients.tryAdmin(client, new Document("noSuchCommand", 1));
        client.getDatabase("weir_x").getCollection("absent").drop();
      }
      System.out.println("done");
    }
  }

  @Test
  void refusedCommandsLeaveNoStackTraceOnTheConsole(@TempDir Path folder) throws Exception {
    Path printed = folder.resolve("printed");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(printed)).isEqualTo("done\n");
    } finally {
      child.destroyForcibly();
    }
  }
}
