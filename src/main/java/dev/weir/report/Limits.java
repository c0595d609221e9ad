package dev.weir.report;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunRecord;

/** What held a cell back and what a document cost there, in sentences. */
final class Limits {
  private Limits() {}

  /** {@code The limit is the server's CPU: mongod takes 1.46 and the load 0.51 of 2 cores.} */
  static String sentence(RunRecord run, CellRecord cell) {
    String title = cell.bottleneck().resource();
    if (title.equals(Resource.UNDECIDED.title())) {
      return "What held it back we can't tell; the reasons below say what was not measured.";
    }
    if (title.equals(Resource.GENERATOR.title())) {
      return "The load generator could not keep up, so these figures show the client and not the"
          + " server: use an idle or larger client host.";
    }
    if (title.equals(Resource.PACED.title())) {
      return "Nothing held it back but its own pace." + cpu(run, cell, " ", ".");
    }
    String limit = title.startsWith("the ") || title.contains(":") ? title : "the " + title;
    if (title.startsWith("one call at a time")
        || title.startsWith("round-trip latency")
        || title.startsWith("too few")
        || title.startsWith("slow answers")) {
      return "The limit is " + plain(title) + ": more calls in flight may bring more.";
    }
    return "The limit is " + limit + cpu(run, cell, ": ", "") + ".";
  }

  private static String plain(String title) {
    return title.replaceFirst(" \\(.*", "").replace(": ", ", ");
  }

  /** Cores that either side takes; empty where they are not known. */
  private static String cpu(RunRecord run, CellRecord cell, String before, String after) {
    Interval rate = cell.documentsPerSecond();
    Double server = cell.cpu().serverMicrosPerDocument();
    Double client = cell.cpu().clientMicrosPerDocument();
    if (rate == null || server == null || client == null) {
      return "";
    }
    String text =
        "the server takes "
            + Digits.of(server * rate.mean() / 1e6)
            + " and the load "
            + Digits.of(client * rate.mean() / 1e6);
    Object cores = run.server().host().get("cores");
    text +=
        run.server().sharesClientHost() && cores instanceof Number
            ? " of the " + cores + " cores"
            : " cores";
    return before + (after.isEmpty() ? text : Phrases.capital(text)) + after;
  }

  /** {@code A document costs 73.8 µs of client CPU and 212 µs of server CPU.} */
  static String cost(CellRecord cell) {
    Double server = cell.cpu().serverMicrosPerDocument();
    Double client = cell.cpu().clientMicrosPerDocument();
    if (client == null) {
      return "";
    }
    return "A document costs "
        + Digits.of(client)
        + " µs of client CPU"
        + (server == null ? "" : " and " + Digits.of(server) + " µs of server CPU")
        + ".";
  }
}
