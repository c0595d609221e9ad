package dev.weir.cli;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.PlanDraft;
import dev.weir.capacity.SamplePlan;
import dev.weir.capacity.oplog.CollectionSummary;
import dev.weir.capacity.oplog.OplogPlan;
import dev.weir.capacity.oplog.OplogStatistics;
import dev.weir.capacity.oplog.OplogSummary;
import dev.weir.report.ConsoleTable;
import dev.weir.report.Digits;
import dev.weir.report.Table;
import dev.weir.server.Oplog;
import dev.weir.server.ServerException;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir plan init}: writes a plan file, as far as its figures are known. */
@Command(
    name = "init",
    description =
        "Write a plan file: from the oplog of a running deployment, from sample "
            + "documents, or an example. A value that is not known is a commented line.",
    mixinStandardHelpOptions = true)
final class PlanInitCommand implements Callable<Integer> {
  private static final double MOST_MINUTES = 24 * 60;
  private static final double MOST_PLAYERS = 1e9;

  /** Members lag, and an idle primary writes an entry every ten seconds. */
  private static final Duration QUIET = Duration.ofSeconds(15);

  /** Collections whose sizes are asked for. */
  private static final int MOST_ASKED = 50;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--from-oplog",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "URI",
      description =
          "Read the oplog of this replica set, from a secondary if there is one. Nothing is "
              + "written there. Without a URI, WEIR_URI is used, which does not show in the "
              + "process list.")
  private @Nullable String uri;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "How far back the oplog is read. Default: ${DEFAULT-VALUE}.")
  private double minutes;

  @Option(
      names = "--from-sample",
      paramLabel = "FILE",
      description =
          "A stored document in extended JSON, for sizes. Repeat the option for each type "
              + "of document.")
  private List<Path> samples = List.of();

  @Option(
      names = "--players",
      paramLabel = "N",
      description =
          "Number of players at once. With --from-oplog: during the minutes that are read.")
  private @Nullable Double players;

  @Option(
      names = "--out",
      paramLabel = "PLAN",
      defaultValue = "plan.yaml",
      description = "The file to write. Default: ${DEFAULT-VALUE}.")
  private Path file;

  @Option(names = "--force", description = "Overwrite an existing file.")
  private boolean force;

  @Override
  public Integer call() throws Exception {
    check();
    PrintWriter out = spec.commandLine().getOut();
    try {
      String text;
      if (uri != null) {
        text = ofOplog(uri, out);
      } else {
        text = samples.isEmpty() ? example() : ofSamples();
      }
      write(text);
    } catch (CapacityException | ServerException e) {
      throw new BadInput(e);
    }
    out.println(file);
    out.flush();
    return 0;
  }

  /** What can be refused before anything is read. */
  private void check() throws BadInput {
    if (uri != null && !samples.isEmpty()) {
      throw new BadInput("--from-oplog finds the stored sizes itself; leave --from-sample out");
    }
    if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
      throw new BadInput("--minutes " + minutes + ": must be more than 0 and at most 1440");
    }
    Double number = players;
    if (number != null && !(number >= 1 && number <= MOST_PLAYERS)) {
      throw new BadInput("--players " + number + ": must be from 1 to 1000000000");
    }
    if (!force && Files.exists(file)) {
      throw there();
    }
  }

  private BadInput there() {
    return new BadInput(file + " is there; --force writes over it, --out names another");
  }

  private void write(String text) throws BadInput {
    OpenOption[] options =
        force
            ? new OpenOption[] {
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE
            }
            : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
    try {
      Files.writeString(file, text, options);
    } catch (FileAlreadyExistsException e) {
      throw there();
    } catch (IOException e) {
      throw new BadInput("can't write " + file + ": " + FileProblem.of(e) + "; name another --out");
    }
  }

  private String name() {
    return PlanDraft.name(String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", ""));
  }

  private static String example() throws IOException {
    try (InputStream in = PlanDraft.class.getResourceAsStream("/dev/weir/plans/example.yaml")) {
      if (in == null) {
        throw new IOException("the example plan is not in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String ofSamples() throws CapacityException {
    List<SamplePlan.Sample> documents = new ArrayList<>();
    for (Path sample : samples) {
      documents.add(SamplePlan.open(sample));
    }
    return SamplePlan.text(name(), documents, players);
  }

  private String ofOplog(String named, PrintWriter out)
      throws BadInput, ServerException, CapacityException {
    try (Oplog oplog = Oplog.open(named.isBlank() ? environment() : named)) {
      Oplog.Reach reach = oplog.reach();
      Instant to = reach.newest().plusMillis(1);
      Instant from = to.minusMillis(Math.round(minutes * 60e3));
      if (reach.oldest().isAfter(from)) {
        // Its begin is cut off while this is read.
        from = reach.oldest().plusMillis(Duration.between(reach.oldest(), to).toMillis() / 50);
        out.println("the oplog reaches back to " + reach.oldest() + " only");
      }
      OplogStatistics statistics = new OplogStatistics(from, to);
      Oplog.Cost cost = oplog.read(from, to, Oplog.Limits.USUAL, statistics::add);
      requireWhole(from, cost);
      Instant end = end(to, cost);
      OplogSummary summary = statistics.summary(end);
      String read = read(cost);
      out.println(read);
      if (!cost.whole()) {
        out.println(
            "that is as much as is read of a deployment; the rest of the span was left out");
      }
      ConsoleTable.lines(table(summary)).forEach(out::println);
      out.flush();
      return OplogPlan.text(
          name(), heading(summary, read), summary, deployment(oplog, summary), players);
    }
  }

  /** A scan that loses its place fails; one that began too late does not say so. */
  private static void requireWhole(Instant from, Oplog.Cost cost) throws CapacityException {
    Instant first = cost.first();
    if (first != null && Duration.between(from, first).compareTo(QUIET) > 0) {
      throw new CapacityException(
          "the oplog was truncated while it was read: it begins at "
              + first
              + " now; read fewer --minutes");
    }
  }

  private static String environment() throws BadInput {
    String wanted = System.getenv("WEIR_URI");
    if (wanted == null || wanted.isBlank()) {
      throw new BadInput("--from-oplog needs a URI, there or in WEIR_URI");
    }
    return wanted;
  }

  /** The end of what was seen: a limit or a member that lags may end it before. */
  private static Instant end(Instant to, Oplog.Cost cost) {
    Instant last = cost.last();
    if (last == null || !last.isBefore(to)) {
      return to;
    }
    return cost.whole() && Duration.between(last, to).compareTo(QUIET) < 0 ? to : last;
  }

  private static String read(Oplog.Cost cost) {
    return String.format(
        Locale.ROOT,
        "read of the oplog: %,d entries, %.1f MB, %d batches of the cursor, %.1f s",
        cost.entries(),
        cost.bytes() / 1e6,
        cost.batches(),
        cost.time().toMillis() / 1e3);
  }

  private static List<String> heading(OplogSummary summary, String read) {
    return List.of(
        String.format(
            Locale.ROOT,
            "From the oplog of %s min, %s to %s.",
            PlanDraft.about(summary.seconds() / 60),
            summary.from().truncatedTo(ChronoUnit.SECONDS),
            summary.to().truncatedTo(ChronoUnit.SECONDS)),
        Character.toUpperCase(read.charAt(0))
            + read.substring(1)
            + (summary.migrated() == 0
                ? "."
                : "; " + summary.migrated() + " writes of migrations left out."));
  }

  private static OplogPlan.Deployment deployment(Oplog oplog, OplogSummary summary) {
    Map<String, OplogPlan.Stored> stored = new LinkedHashMap<>();
    for (CollectionSummary collection : summary.collections()) {
      Oplog.Stored found =
          stored.size() < MOST_ASKED && collection.updates() > 0
              ? oplog.stored(collection.namespace())
              : null;
      if (found != null) {
        stored.put(collection.namespace(), new OplogPlan.Stored(found.documents(), found.bytes()));
      }
    }
    return new OplogPlan.Deployment(oplog.members(), oplog.mostBytes(), stored);
  }

  private static Table<CollectionSummary> table(OplogSummary summary) {
    double perMinute = 60 / summary.seconds();
    return Table.of("oplog", "what was written", summary.collections())
        .text("collection", CollectionSummary::namespace)
        .figure("updates/min", "", c -> c.updates() * perMinute)
        .count("documents", CollectionSummary::documents)
        .figure("fields", "", CollectionSummary::fields)
        .figure("bytes", "", CollectionSummary::bytes)
        .figure("a call", "", c -> c.calls().calls() == 0 ? null : c.calls().mean())
        .words("period", c -> c.rhythm() == null ? Digits.NOTHING : Digits.of(c.rhythm().seconds()))
        .figure("inserts/min", "", c -> c.inserts() * perMinute)
        .figure("deletes/min", "", c -> c.deletes() * perMinute);
  }
}
