package dev.weir.benchmarks;

import dev.weir.analysis.stats.StudentT;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnTaking;
import dev.weir.load.engine.WriterSide;
import dev.weir.record.Interval;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * How long turns have to be where the sides ask other work of the server, or have servers of their
 * own: ratios of documents/s by turns of several lengths, against trials so long that what one
 * leaves behind is nothing to the other. Lengths come in random order, again and again, so that the
 * machine's drift hits all.
 */
@Command(
    name = "turn-length-check",
    mixinStandardHelpOptions = true,
    description = "Ratios of unlike cells by the length of their turns.")
public final class TurnLengthCheck implements Callable<Integer> {
  private static final int TURNS_OF_GROUP = 4;
  private static final double CONFIDENCE = 0.95;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--millis",
      split = ",",
      defaultValue = "100,300,1000,3000,10000",
      description = "Lengths of turns, 0 for one call. Default: ${DEFAULT-VALUE}.")
  private List<Long> lengths;

  @Option(
      names = "--long-millis",
      defaultValue = "30000",
      description = "Length of a separate trial. Default: ${DEFAULT-VALUE}.")
  private long longMillis;

  @Option(
      names = "--seconds",
      defaultValue = "40",
      description = "For each length and pair of cells in a pass. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--passes",
      defaultValue = "1",
      description = "Times that every length is measured. Default: ${DEFAULT-VALUE}.")
  private int passes;

  @Option(
      names = "--warm-millis",
      defaultValue = "15000",
      description = "Warm-up of each pair of cells. Default: ${DEFAULT-VALUE}.")
  private long warmMillis;

  @Option(
      names = "--pairs",
      defaultValue = "4",
      description = "Pairs of cells, the first of four. Default: ${DEFAULT-VALUE}.")
  private int pairs;

  @Option(
      names = "--servers",
      split = ",",
      arity = "1",
      paramLabel = "MONGOD",
      description =
          "Two mongods, by path or version, which do the same work in place of pairs of cells.")
  private List<String> servers = List.of();

  @Option(names = "--drivers", description = "Pairs of drivers in place of pairs of unlike cells.")
  private boolean drivers;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Markdown file that the table is appended to.")
  private @Nullable Path out;

  /** Two cells. */
  private record Pair(String name, Map<String, String> first, Map<String, String> second) {}

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(
              "bulk 50 / single, 1 in flight",
              Map.of("operation", "single"),
              Map.of("operation", "bulkUnordered", "batch", "50")),
          new Pair(
              "bulk 50 / single, 8 in flight",
              Map.of("operation", "single", "inFlight", "8"),
              Map.of("operation", "bulkUnordered", "batch", "50", "inFlight", "8")),
          new Pair(
              "bulk 1000 / bulk 10, 8 in flight",
              Map.of("operation", "bulkUnordered", "batch", "10", "inFlight", "8"),
              Map.of("operation", "bulkUnordered", "batch", "1000", "inFlight", "8")),
          new Pair(
              "journaled / w1, single, 8 in flight",
              Map.of("operation", "single", "inFlight", "8"),
              Map.of("operation", "single", "inFlight", "8", "writeConcern", "w1j")));

  /** Whose calls the server can't tell apart, while the client's threads differ. */
  private static final List<Pair> OF_DRIVERS =
      List.of(
          ofDrivers(Map.of("operation", "single")),
          ofDrivers(Map.of("operation", "bulkUnordered", "batch", "50")),
          ofDrivers(Map.of("operation", "single", "inFlight", "8")),
          ofDrivers(Map.of("operation", "bulkUnordered", "batch", "50", "inFlight", "8")));

  private static Pair ofDrivers(Map<String, String> cell) {
    Map<String, String> reactive = new HashMap<>(cell);
    reactive.put("driver", "reactive");
    String name =
        String.format(
            Locale.ROOT,
            "reactive / sync, batch %s, %s in flight",
            cell.getOrDefault("batch", "1"),
            cell.getOrDefault("inFlight", "1"));
    return new Pair(name, cell, reactive);
  }

  /** What servers are asked that take turns at the same work. */
  private static final List<Map<String, String>> OF_SERVERS =
      List.of(
          Map.of("operation", "single"),
          Map.of("operation", "bulkUnordered", "batch", "50"),
          Map.of("operation", "single", "inFlight", "8"),
          Map.of("operation", "bulkUnordered", "batch", "50", "inFlight", "8"));

  /** Runs the check and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new TurnLengthCheck()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    row("| cells | length of a turn | turns of each | ratio of documents/s | 95 % interval |");
    row("|---|---|---|---|---|");
    List<Pair> all = drivers ? OF_DRIVERS : servers.isEmpty() ? PAIRS : ofServers();
    for (Pair pair : all.subList(0, Math.min(pairs, all.size()))) {
      for (String line : measure(pair)) {
        row(line);
      }
    }
    return 0;
  }

  private List<Pair> ofServers() {
    if (servers.size() != 2) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--servers takes two, divided by a comma");
    }
    return OF_SERVERS.stream()
        .map(
            cell ->
                new Pair(
                    String.format(
                        Locale.ROOT,
                        "%s / %s, batch %s, %s in flight",
                        servers.get(1),
                        servers.get(0),
                        cell.getOrDefault("batch", "1"),
                        cell.getOrDefault("inFlight", "1")),
                    cell,
                    cell))
        .toList();
  }

  /** Written as it is measured, so that it survives whatever ends the check. */
  private void row(String line) throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    console.println(line);
    console.flush();
    Path file = out;
    if (file != null) {
      Files.write(
          file,
          List.of(line),
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private List<String> measure(Pair pair)
      throws ServerException, IOException, InterruptedException {
    Map<Long, List<Double>> logs = new LinkedHashMap<>();
    lengths.forEach(length -> logs.put(length, new ArrayList<>()));
    logs.put(longMillis, new ArrayList<>());
    List<Long> order = new ArrayList<>();
    for (int pass = 0; pass < passes; pass++) {
      order.addAll(logs.keySet());
    }
    Collections.shuffle(order, new Random(7));
    try (Testbed testbed =
            servers.isEmpty()
                ? Testbed.open(Target.MONGODB)
                : Testbed.on(BenchmarkServers.start(servers.get(0)));
        @Nullable Testbed other =
            servers.isEmpty() ? null : Testbed.on(BenchmarkServers.start(servers.get(1)))) {
      Counts counts = Counts.start(testbed.server());
      @Nullable Counts ofOther = other == null ? null : Counts.start(other.server());
      WriterSide first = StudySides.open(testbed, Cell.parse(pair.first));
      WriterSide second = StudySides.open(other == null ? testbed : other, Cell.parse(pair.second));
      try (TurnTaking turns =
          new TurnTaking(List.of(first, second), Timing.system(), CpuClocks.process(), 3)) {
        block(turns, servers.isEmpty() ? 1_000 : 100, warmMillis);
        for (long length : order) {
          List<TurnShare> shares = block(turns, length, seconds * 1_000L);
          for (int i = 0; i < shares.get(0).turns(); i++) {
            double log =
                Math.log(
                    perNano(pair.second, shares.get(1), i) / perNano(pair.first, shares.get(0), i));
            logs.getOrDefault(length, new ArrayList<>()).add(log);
          }
          spec.commandLine().getOut().println(pair.name + ", " + length + " ms: done");
          spec.commandLine().getOut().flush();
        }
      }
      if (ofOther == null) {
        counts.check(List.of(first.totals(), second.totals()));
      } else {
        counts.check(List.of(first.totals()));
        ofOther.check(List.of(second.totals()));
      }
    }
    List<String> lines = new ArrayList<>();
    logs.forEach(
        (length, ratios) -> {
          Interval interval =
              StudentT.of(ratios.stream().mapToDouble(Double::doubleValue).toArray())
                  .ratio(CONFIDENCE, "student-t on logs over adjacent turns");
          lines.add(
              String.format(
                  Locale.ROOT,
                  "| %s | %s | %d | %.3f | [%.3f, %.3f] |",
                  pair.name,
                  length == 0 ? "one call" : String.format(Locale.ROOT, "%d ms", length),
                  ratios.size(),
                  interval.mean(),
                  interval.low(),
                  interval.high()));
        });
    return lines;
  }

  /** Documents per ns of all lanes in a turn. */
  private static double perNano(Map<String, String> factors, TurnShare share, int turn) {
    Cell cell = Cell.parse(factors);
    return cell.inFlight() * cell.batch() / share.turnCycles()[turn];
  }

  /** As many groups of turns as fit, one at least. */
  private static List<TurnShare> block(TurnTaking turns, long length, long millis)
      throws InterruptedException {
    long wanted = Math.max(1, millis - length * TURNS_OF_GROUP);
    return turns.block(
        length == 0 ? TurnTaking.Length.ONE_CALL : TurnTaking.Length.millis(length),
        TimeUnit.MILLISECONDS.toNanos(wanted),
        CallLoop.DRAIN_MILLIS + length * TURNS_OF_GROUP);
  }
}
