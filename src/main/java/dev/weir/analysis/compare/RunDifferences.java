package dev.weir.analysis.compare;

import dev.weir.record.ClientFacts;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** In what two runs differ besides their figures, so that nobody compares them unawares. */
public final class RunDifferences {
  /** Different in every run, and of no consequence. */
  private static final Set<String> OF_NO_CONSEQUENCE =
      Set.of(
          "net.port",
          "net.bindIp",
          "net.tls.CAFile",
          "net.tls.certificateKeyFile",
          "storage.dbPath",
          "replication.replSet");

  /** What of the effective study changes what is measured, cells aside. */
  private static final List<String> STUDY =
      List.of("target", "mongod", "documents", "trial", "warmUp");

  private RunDifferences() {}

  /** What a difference is about. */
  public enum Kind {
    SERVER,
    HOST,
    SETTINGS
  }

  /** One thing that is not the same in both. */
  public record Difference(Kind kind, String what, String base, String other) {
    @Override
    public String toString() {
      return what + ": " + base + " and " + other;
    }
  }

  /** Everything in which the runs differ. */
  public static List<Difference> between(RunRecord base, RunRecord other) {
    List<Difference> differences = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Map<String, Object> from = facts(kind, base);
      Map<String, Object> to = facts(kind, other);
      Set<String> names = new TreeSet<>(from.keySet());
      names.addAll(to.keySet());
      for (String name : names) {
        String a = text(from.get(name));
        String b = text(to.get(name));
        if (!a.equals(b)) {
          differences.add(new Difference(kind, name, a, b));
        }
      }
    }
    return differences;
  }

  /** In what JVM and driver of the load differ, written as differences of factors are. */
  public static List<String> ofJvms(RunRecord base, RunRecord other) {
    List<String> differences = new ArrayList<>();
    List<String> from = base.client().jvmArguments();
    List<String> to = other.client().jvmArguments();
    if (!from.equals(to)) {
      differences.add("JVM: " + without(from, to) + " and " + without(to, from));
    }
    if (!base.client().drivers().equals(other.client().drivers())) {
      differences.add(
          "driver: "
              + String.join(", ", base.client().drivers().values())
              + " and "
              + String.join(", ", other.client().drivers().values()));
    }
    return differences;
  }

  private static String without(List<String> arguments, List<String> others) {
    String own =
        arguments.stream()
            .filter(argument -> !others.contains(argument))
            .collect(Collectors.joining(" "));
    return own.isEmpty() ? "as usual" : own;
  }

  private static Map<String, Object> facts(Kind kind, RunRecord run) {
    return switch (kind) {
      case SERVER -> server(run.server());
      case HOST -> host(run.server(), run.client());
      case SETTINGS -> settings(run);
    };
  }

  private static Map<String, Object> server(ServerFacts server) {
    return Map.of(
        "product", server.product(),
        "version", server.version(),
        "topology", server.topology(),
        "storage engine", server.storageEngine());
  }

  private static Map<String, Object> host(ServerFacts server, ClientFacts client) {
    Map<String, Object> facts = new LinkedHashMap<>();
    server.host().forEach((name, value) -> facts.put("server's " + name, value));
    facts.put("server's hosts", withoutPorts(server.hosts()));
    facts.put("server on the client's host", server.sharesClientHost());
    facts.put("client's host", client.host());
    facts.put("client's CPU", client.cpu());
    facts.put("client's cores", client.logicalCores());
    facts.put("client's memory", client.memoryBytes());
    facts.put("client's kernel", client.kernel());
    return facts;
  }

  private static Map<String, Object> settings(RunRecord run) {
    Map<String, Object> facts = new LinkedHashMap<>();
    run.server().settings().forEach((name, value) -> facts.put("server's " + name, value));
    OF_NO_CONSEQUENCE.forEach(name -> facts.remove("server's " + name));
    facts.put("cache bytes", run.server().cacheBytes());
    facts.put("default write concern", run.server().defaultWriteConcern());
    facts.put("JDK", run.client().jdk());
    facts.put("JVM arguments", run.client().jvmArguments());
    facts.put("drivers", run.client().drivers());
    STUDY.forEach(name -> facts.put("study's " + name, run.study().get(name)));
    return facts;
  }

  private static String withoutPorts(List<String> hosts) {
    return hosts.stream()
        .map(host -> host.replaceFirst(":\\d+$", ""))
        .distinct()
        .collect(Collectors.joining(","));
  }

  private static String text(@Nullable Object value) {
    return value == null ? "unknown" : Objects.toString(value);
  }
}
