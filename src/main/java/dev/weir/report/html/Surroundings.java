package dev.weir.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.weir.record.ClientFacts;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.report.CaptureLine;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where a run was measured, and how to measure it again. */
final class Surroundings {
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER));

  private final RunRecord run;

  Surroundings(RunRecord run) {
    this.run = run;
  }

  DataTable environment() {
    ServerFacts server = run.server();
    ClientFacts client = run.client();
    DataTable.Builder table =
        DataTable.named("environment", "Where it was measured").texts("what", "value");
    row(
        table,
        "server",
        server.product()
            + " "
            + server.version()
            + ", "
            + server.topology()
            + ", "
            + server.storageEngine());
    row(table, "server found by", server.source() + passed(server));
    row(
        table,
        "server's cache",
        server.cacheBytes() == null ? "unknown" : mebibytes(server.cacheBytes()));
    row(table, "default write concern", String.valueOf(server.defaultWriteConcern()));
    row(table, "server's host", server.host().toString());
    row(
        table,
        "client and server",
        server.sharesClientHost()
            ? "share one host: they compete for its CPU"
            : "on different hosts");
    row(
        table,
        "client",
        client.cpu()
            + ", "
            + client.logicalCores()
            + " threads, "
            + mebibytes(client.memoryBytes())
            + "; "
            + client.kernel());
    row(table, "JVM of the load", client.jdk() + " " + String.join(" ", client.jvmArguments()));
    row(table, "drivers", client.drivers().toString());
    row(table, "time", run.startedAt() + " to " + run.endedAt());
    row(table, "rounds and seed", CellSet.rounds(run.rounds()) + ", seed " + run.seed());
    row(table, "sampling", CaptureLine.of(run));
    row(
        table,
        "Weir",
        run.tool().version()
            + ", commit "
            + run.tool().commit()
            + (run.tool().dirty() ? " with uncommitted changes" : ""));
    return table.build();
  }

  private static String passed(ServerFacts server) {
    return server.skipped().isEmpty() ? "" : "; before it: " + String.join("; ", server.skipped());
  }

  private static String mebibytes(long bytes) {
    return Digits.of(bytes / (double) (1 << 20)) + " MiB";
  }

  private static void row(DataTable.Builder table, String name, String value) {
    table.row("", "", List.of(name, value));
  }

  /** The server's own settings. */
  DataTable settings() {
    DataTable.Builder table =
        DataTable.named("settings", "The server's settings").texts("setting", "value");
    new TreeMap<>(run.server().settings())
        .forEach((name, value) -> row(table, name, String.valueOf(value)));
    return table.build();
  }

  /** Combinations that were left out, with the reason. */
  DataTable excluded() {
    DataTable.Builder table =
        DataTable.named("excluded", "Combinations left out").texts("cell", "reason");
    run.excluded().forEach((cell, reason) -> row(table, cell, reason));
    return table.build();
  }

  /** What was run: the effective study as a study file holds it, or YCSB's properties. */
  Section.Code study() {
    if (!RecordedStudy.isOfFile(run)
        && run.study().get("properties") instanceof Map<?, ?> properties) {
      return new Section.Code("The workload's properties as they were run", lines(properties));
    }
    return new Section.Code(
        RecordedStudy.isOfFile(run) ? "The study as it was run" : "What was asked for", yaml());
  }

  /** As a file of Java properties; YCSB's names and values need no escapes but backslashes. */
  private static String lines(Map<?, ?> properties) {
    StringBuilder lines = new StringBuilder();
    properties.forEach(
        (name, value) ->
            lines.append(
                String.format("%s=%s%n", name, String.valueOf(value).replace("\\", "\\\\"))));
    return lines.toString();
  }

  private String yaml() {
    try {
      return YAML.writeValueAsString(run.study());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record's study came from JSON", e);
    }
  }
}
