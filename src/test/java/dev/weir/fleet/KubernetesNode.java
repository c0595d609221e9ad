package dev.weir.fleet;

import dev.weir.server.ServerException;
import dev.weir.server.mongod.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Kubernetes node of {@code ops/kubernetes/node}, for the time of a test. */
final class KubernetesNode implements AutoCloseable {
  /** Where pods find this machine. */
  static final String HOST = "10.244.77.1";

  private static final String SCRIPT = "ops/kubernetes/node";
  private static final Duration BUILD = Duration.ofMinutes(62);
  private static final Duration START = Duration.ofMinutes(5);

  private final String folder;

  private KubernetesNode(String folder) {
    this.folder = folder;
  }

  static KubernetesNode start() throws IOException, ServerException {
    succeed(BUILD, SCRIPT, "build");
    String folder = Files.createTempDirectory("weir-node").toString();
    try {
      succeed(START, SCRIPT, "start", folder);
    } catch (ServerException e) {
      System.out.println(tails(Path.of(folder)));
      run(START, SCRIPT, "stop", folder);
      throw e;
    }
    return new KubernetesNode(folder);
  }

  /** What each part wrote last. */
  private static String tails(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> logs = Files.list(folder)) {
      for (Path log : logs.filter(file -> file.toString().endsWith(".log")).toList()) {
        List<String> lines = Files.readAllLines(log);
        text.append(log).append('\n');
        lines.stream()
            .skip(Math.max(0, lines.size() - 15))
            .forEach(l -> text.append(l).append('\n'));
      }
    }
    return text.toString();
  }

  /** Gives it an image of this machine's Docker engine. */
  void load(String image) throws ServerException {
    succeed(START, SCRIPT, "load", folder, image);
  }

  /** What kubectl printed, as the cluster's administrator. */
  String kubectl(String... arguments) {
    try {
      return succeed(START, kubectlCommand(arguments)).output();
    } catch (ServerException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    }
  }

  /** Whether a user may do that in the namespace default. */
  boolean allowed(String user, String verb, String objects) throws ServerException {
    return run(START, kubectlCommand(user, "auth", "can-i", verb, objects)).exitCode() == 0;
  }

  private String[] kubectlCommand(String... arguments) {
    List<String> command = new ArrayList<>(List.of(SCRIPT, "kubectl", folder));
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  @Override
  public void close() throws ServerException {
    succeed(START, SCRIPT, "stop", folder);
  }

  /** What a stopped node has left on this machine. */
  List<String> leftovers() throws IOException {
    List<String> left =
        new ArrayList<>(
            Files.readAllLines(Path.of("/proc/mounts")).stream()
                .filter(line -> line.contains(folder))
                .toList());
    Stream.of(Path.of(folder), Path.of("/sys/class/net/weir0"))
        .filter(Files::exists)
        .map(Path::toString)
        .forEach(left::add);
    return left;
  }

  private static Command.Result run(Duration limit, String... command) throws ServerException {
    return Command.run(List.of(command), Path.of("").toAbsolutePath(), limit);
  }

  /**
   * @throws ServerException if it doesn't end with 0 within the limit; it holds the output
   */
  static Command.Result succeed(Duration limit, String... command) throws ServerException {
    Command.Result result = run(limit, command);
    if (result.exitCode() != 0) {
      throw new ServerException(String.join(" ", command) + ": " + result.output().strip());
    }
    return result;
  }
}
