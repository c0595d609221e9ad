package dev.weir.server;

import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.server.nullserver.NullServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The null server in a process of its own, so that its CPU is not the client's. It ends with our
 * pipe to it.
 */
public final class NullServerProcess extends SingleServer {
  private static final String LISTENING = "listening 127.0.0.1:";

  private final Process process;

  private NullServerProcess(Process process, int port) {
    super(port, Clients.direct(LOOPBACK, port, Duration.ofSeconds(5)), facts(port));
    this.process = process;
  }

  /**
   * Starts it with the JVM and the class path of this one.
   *
   * @param replicaSet whether it poses as a primary with sessions, so that clients retry writes
   * @throws ServerException if it does not come up
   */
  public static NullServerProcess start(boolean replicaSet) throws ServerException {
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx64m", "-cp", classPath(), NullServer.class.getName()));
      command.addAll(List.of("--port", "0"));
      if (replicaSet) {
        command.addAll(List.of("--replica-set", "null"));
      }
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine(); // the null server prints its address or ends
      if (line == null || !line.startsWith(LISTENING)) {
        process.destroyForcibly();
        throw new ServerException("the null server did not come up: " + line);
      }
      return new NullServerProcess(process, Integer.parseInt(line.substring(LISTENING.length())));
    } catch (IOException e) {
      throw new ServerException("the null server can't be started: " + e.getMessage());
    }
  }

  private static String classPath() {
    StringBuilder absolute = new StringBuilder();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      absolute.append(absolute.length() == 0 ? "" : File.pathSeparator);
      absolute.append(Path.of(entry).toAbsolutePath());
    }
    return absolute.toString();
  }

  private static ServerFacts facts(int port) {
    return new ServerFacts(
        "null server (not MongoDB)",
        false,
        "1",
        "",
        ServerSource.NULL_SERVER,
        List.of(),
        "standalone",
        List.of("127.0.0.1:" + port),
        "none",
        null,
        null,
        true,
        Map.of(),
        Map.of());
  }

  @Override
  Long pid() {
    return process.pid();
  }

  @Override
  void end() {
    try {
      process.getOutputStream().close(); // the end of its input ends it
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
