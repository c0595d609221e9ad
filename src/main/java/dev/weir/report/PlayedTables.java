package dev.weir.report;

import dev.weir.capacity.PlayedAnswer;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.WhatIf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of a played plan, and its answer as text. */
public final class PlayedTables {
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;

  private PlayedTables() {}

  /** Every load that was played, as measured. */
  public static Table<PlayedPoint> loads(PlayedAnswer answer, String id) {
    return Table.of(id, "Loads that were played", answer.played())
        .text("load", PlayedPoint::cell)
        .count("players", p -> p.load().players())
        .text("holds", p -> p.holds() ? "yes" : String.join("; ", p.missed()))
        .figure("documents/s", "", p -> p.rates().documents())
        .figure("calls/s", "", p -> p.rates().calls())
        .figure("p50 ms", "", p -> p.times().p50())
        .interval("p99 ms", p -> p.times().p99())
        .figure("p99 at a checkpoint ms", "", p -> p.times().atCheckpoint())
        .figure("server cores", "", p -> p.cpu().server())
        .figure("client cores", "", p -> p.cpu().client())
        .text("steady", p -> p.steady() ? "yes" : "no");
  }

  /** What the server's memory, disk and network did under each load. */
  public static Table<PlayedPoint> resources(PlayedAnswer answer, String id) {
    return Table.of(id, "Cache, disk and network under each load", answer.played())
        .text("load", PlayedPoint::cell)
        .figure("cache used %", "", p -> scaled(p.cache().used(), 0.01))
        .figure("dirty %", "", p -> scaled(p.cache().dirty(), 0.01))
        .figure("dirty at most %", "", p -> scaled(p.cache().mostDirty(), 0.01))
        .figure("pages evicted by calls/s", "", p -> p.cache().evictedByCalls())
        .count("checkpoints", p -> p.cache().checkpoints())
        .figure("longest checkpoint s", "", p -> p.cache().checkpointSeconds())
        .figure("disk writes MB/s", "", p -> scaled(p.disk().written(), MEGA))
        .figure("disk writes/s", "", p -> p.disk().requests())
        .figure("files grown MB/s", "", p -> scaled(p.disk().grown(), MEGA))
        .figure("data GB", "", p -> scaled(p.disk().data(), GIGA))
        .figure("history store GB", "", p -> scaled(p.disk().history(), GIGA))
        .figure("oplog GB", "", p -> scaled(p.disk().oplogSize(), GIGA))
        .figure("journal GB", "", p -> scaled(p.disk().journal(), GIGA))
        .figure("oplog MB/s", "", p -> scaled(p.disk().oplog(), MEGA))
        .figure("oplog window h", "", PlayedPoint::oplogHours)
        .figure("network in MB/s", "", p -> scaled(p.rates().networkIn(), MEGA))
        .figure("network out MB/s", "", p -> scaled(p.rates().networkOut(), MEGA));
  }

  /** What is known to end a server's capacity, as far as it was seen. */
  public static Table<PlayedAnswer.Limit> limits(PlayedAnswer answer, String id) {
    return Table.of(id, "Limits, by the server's own counters", answer.limits())
        .text("limit", PlayedAnswer.Limit::name)
        .percent("acts from", PlayedAnswer.Limit::at)
        .percent("planned load", PlayedAnswer.Limit::planned)
        .percent("highest load", PlayedAnswer.Limit::highest)
        .text("seen", PlayedAnswer.Limit::state);
  }

  /** Other players, periods and batches. */
  public static Table<WhatIf> whatIf(PlayedAnswer answer, String id) {
    return Table.of(id, "What if (modelled from the loads that were played)", answer.whatIf())
        .text("change", WhatIf::change)
        .figure("documents/s", "", WhatIf::documentsPerSecond)
        .figure("calls/s", "", WhatIf::callsPerSecond)
        .figure("server cores", "", WhatIf::serverCores)
        .figure("disk writes MB/s", "", row -> scaled(row.diskBytesPerSecond(), MEGA))
        .figure("oplog window h", "", WhatIf::oplogHours)
        .figure("lost in a crash, mean s", "", WhatIf::lost)
        .text("why a figure is missing", WhatIf::note);
  }

  private static @Nullable Double scaled(@Nullable Double value, double by) {
    return value == null ? null : Double.valueOf(value / by);
  }

  private static List<Table<?>> tables(PlayedAnswer answer) {
    return List.of(
        loads(answer, "loads"),
        resources(answer, "resources"),
        limits(answer, "limits"),
        whatIf(answer, "what-if"));
  }

  /** What stands below the answer: blocks of lines, to be printed one below the other. */
  public static List<String> console(PlayedAnswer answer) {
    List<String> blocks = new ArrayList<>();
    tables(answer).forEach(table -> blocks.add(table.caption() + "\n" + ConsoleTable.of(table)));
    blocks.addAll(answer.notes());
    return blocks;
  }

  /** The answer and its tables on one page. */
  public static String markdown(PlayedAnswer answer) {
    StringBuilder text = new StringBuilder("# Plan ");
    text.append(PlainText.markdown(answer.name())).append(", played\n\n");
    text.append(MarkdownTable.list(answer.sentences())).append('\n');
    for (Table<?> table : tables(answer)) {
      text.append("## ").append(table.caption()).append("\n\n").append(MarkdownTable.of(table));
      text.append("\n");
    }
    return text.append("## Read this first\n\n")
        .append(MarkdownTable.list(answer.notes()))
        .toString();
  }
}
