package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.server.Oplog;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** No command loads a host beyond loopback unasked, and none connects to it before asking. */
class ConsentOfCommandsTest {
  /** Commands that write to no server, with the reason. */
  private static final Map<String, String> READ_ONLY =
      Map.ofEntries(
          Map.entry("init", "draws some documents of a collection, and writes nothing there"),
          Map.entry("report", "makes derived files of a record"),
          Map.entry("compare", "reads records"),
          Map.entry("history", "reads records"),
          Map.entry("export", "reads a record"),
          Map.entry(
              "doctor", "asks a server for its version and process, and writes nothing there"),
          Map.entry("capture import", "reads what was captured"),
          Map.entry("runs", "reads records"),
          Map.entry("clean", "removes folders of runs, and writes to no server"),
          Map.entry("plan init", "reads an oplog, and writes nothing there"),
          Map.entry("schema", "prints a schema"),
          Map.entry("completion", "prints a script"));

  /** Calls of the driver that an oplog's reader may make; the one command that it runs is hello. */
  private static final Set<String> READS =
      Set.of(
          "getDatabase",
          "getCollection",
          "withReadPreference",
          "runCommand",
          "find",
          "aggregate",
          "projection",
          "sort",
          "comment",
          "batchSize",
          "maxTime",
          "first",
          "iterator",
          "available",
          "hasNext",
          "next",
          "close");

  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  /** Each way in which a command can write to a server; {@code URI} is where it would. */
  private Map<String, List<List<String>>> writing() throws IOException {
    Path workload = Files.writeString(folder.resolve("w"), "recordcount=1\noperationcount=1\n");
    Map<String, List<List<String>>> all = new LinkedHashMap<>();
    all.put("study", List.of(List.of("quick", "--uri", "URI")));
    all.put("fleet", List.of(List.of("quick", "--master", "local:1", "--uri", "URI")));
    all.put("resume", List.of(List.of(unfinished().toString(), "--uri", "URI")));
    all.put(
        "load",
        List.of(
            List.of("--rate", "10", "--uri", "URI"),
            List.of("--find-max", "--slo", "p99<50ms", "--uri", "URI"),
            List.of("--mix", "economy", "--uri", "URI")));
    all.put("ycsb", List.of(List.of("both", "-P", workload.toString(), "--uri", "URI")));
    all.put(
        "versus",
        List.of(
            List.of("quick", "--set", "writeConcern=majority", "--uri", "URI"),
            List.of("quick", "--other-uri", "URI", "--uri", "mongodb://127.0.0.1:1/")));
    all.put(
        "plan",
        List.of(
            List.of("benchmarks/plans/mobile-game.yaml", "--uri", "URI"),
            List.of("benchmarks/plans/mobile-game.yaml", "--quick", "--uri", "URI")));
    all.put("jmh", List.of(List.of("WriteBenchmark")));
    return all;
  }

  /** On Linux 0.0.0.0 reaches this host, although it is no loopback address. */
  @Test
  void everyCommandThatWritesAsksBeforeItConnects() throws Exception {
    Map<String, List<List<String>>> writing = writing();
    TreeSet<String> known = new TreeSet<>(READ_ONLY.keySet());
    known.addAll(writing.keySet());
    assertThat(new TreeSet<>(leaves("", Weir.commandLine()).keySet()))
        .as("each command is either tried here or said to be read-only")
        .isEqualTo(known);
    try (ServerSocket far = new ServerSocket(0, 50, InetAddress.getByName("0.0.0.0"))) {
      far.setSoTimeout(1);
      String uri = "mongodb://someone:s3cret@0.0.0.0:" + far.getLocalPort() + "/";
      for (Map.Entry<String, List<List<String>>> command : writing.entrySet()) {
        for (List<String> arguments : command.getValue()) {
          List<String> all =
              Stream.concat(
                      Stream.of(command.getKey()),
                      arguments.stream().map(each -> each.equals("URI") ? uri : each))
                  .toList();
          err.getBuffer().setLength(0);
          assertThat(execute(all, uri)).as("exit code of %s: %s", all, err).isEqualTo(2);
          assertThat(err.toString())
              .as("%s", all)
              .startsWith("weir: ")
              .contains(" on 0.0.0.0: nothing was written yet; if that is what you want, add")
              .contains(" --yes-load 0.0.0.0 or set WEIR_YES_LOAD=0.0.0.0")
              .doesNotContain("s3cret");
          assertThat(connections(far)).as("connections by %s", all).isZero();
        }
      }
    }
  }

  /** A command that can name a deployment but was put down as read-only has to say so in code. */
  @Test
  void onlyTheDoctorOpensAServerWithoutAsking() {
    ArchRuleDefinition.noClasses()
        .that()
        .doNotHaveFullyQualifiedName(DoctorCommand.class.getName())
        .should()
        .callMethod(ServerRequest.class, "readOnly")
        .check(classes());
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage("dev.weir.cli")
        .and()
        .doNotHaveFullyQualifiedName(DoctorCommand.class.getName())
        .and()
        .doNotHaveFullyQualifiedName(ServerOptions.class.getName())
        .and()
        // The words that it takes are JMH's: consent comes by the environment, through the same
        // gate.
        .doNotHaveFullyQualifiedName(JmhCommand.class.getName())
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "opens a server",
                call ->
                    call.getTargetOwner().isEquivalentTo(ServerProvider.class)
                        && call.getName().equals("open")))
        .check(classes());
    List<String> withServers =
        leaves("", Weir.commandLine()).entrySet().stream()
            .filter(leaf -> leaf.getValue().findOption("--uri") != null)
            .map(Map.Entry::getKey)
            .filter(READ_ONLY::containsKey)
            .toList();
    assertThat(withServers).containsExactly("doctor");
  }

  /** Reading an oplog needs no consent: it calls nothing that writes. */
  @Test
  void theOplogIsOnlyRead() {
    ArchRuleDefinition.classes()
        .that()
        .haveFullyQualifiedName(Oplog.class.getName())
        .should()
        .onlyCallMethodsThat(
            DescribedPredicate.describe(
                "write nothing",
                method ->
                    !method.getOwner().getPackageName().equals("com.mongodb.client")
                        || READS.contains(method.getName())))
        .check(classes());
  }

  private static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(location -> !location.contains("/test-classes/"))
        .importPackages("dev.weir");
  }

  private int execute(List<String> arguments, String uri) {
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    weir.setOut(new PrintWriter(new StringWriter(), true));
    // What JMH passes on to its forks, and the only way to name a deployment there but WEIR_URI.
    boolean jmh = arguments.get(0).equals("jmh");
    if (jmh) {
      System.setProperty("weir.uri", uri.replace("someone:s3cret@", ""));
    }
    try {
      return weir.execute(arguments.toArray(String[]::new));
    } finally {
      if (jmh) {
        System.clearProperty("weir.uri");
      }
    }
  }

  private static int connections(ServerSocket socket) throws IOException {
    int accepted = 0;
    while (true) {
      try {
        socket.accept().close();
        accepted++;
      } catch (SocketTimeoutException e) {
        return accepted;
      }
    }
  }

  private static Map<String, CommandLine.Model.CommandSpec> leaves(
      String prefix, CommandLine command) {
    Map<String, CommandLine.Model.CommandSpec> leaves = new LinkedHashMap<>();
    for (Map.Entry<String, CommandLine> sub : command.getSubcommands().entrySet()) {
      String name = (prefix + " " + sub.getKey()).strip();
      if (sub.getValue().getSubcommands().isEmpty()
          || sub.getValue().getCommandSpec().userObject() instanceof Callable) {
        leaves.put(name, sub.getValue().getCommandSpec());
      }
      leaves.putAll(leaves(name, sub.getValue()));
    }
    return leaves;
  }

  private Path unfinished() throws IOException {
    RunFolder run = RunFolder.create(folder.resolve("results"), Instant.EPOCH, "x");
    run.write(
        RunFolder.RUN,
        Samples.run(
            Map.of("name", "sample", "factors", Map.of("inFlight", List.of(1))),
            Samples.server("MongoDB", true),
            new RunRecord.Verdict(true, List.of(), List.of()),
            "2026-01-02T03:04:05Z"));
    ObjectMapper json = new ObjectMapper();
    File file = run.file(RunFolder.RUN).toFile();
    json.writeValue(file, ((ObjectNode) json.readTree(file)).putNull("endedAt"));
    json.writeValue(run.file(RunFolder.PLAN).toFile(), Map.of("cells", Map.of("only", Map.of())));
    return run.path();
  }
}
