package dev.weir.benchmarks;

import dev.weir.load.engine.TurnTaking;
import dev.weir.load.engine.WriterSide;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Target;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What pre-encoded updates cost the client: documents per second of its CPU, null server. */
final class RawCheck {
  /** The clock of a process's CPU ticks every ten milliseconds. */
  private static final TurnTaking.Length TURN = TurnTaking.Length.millis(50);

  private static final double PER_CPU_SECOND = 1.5e6;
  private static final double TIMES_DOCUMENT = 3.5;

  private final CheckSettings settings;
  private final Consumer<String> progress;

  RawCheck(CheckSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * @param batch updates per call
   * @throws IllegalStateException if a write failed or the server counted another number
   */
  List<CheckFinding> run(int batch) throws ServerException, InterruptedException {
    Cell document =
        Cell.parse(
            Map.of(
                "operation",
                "bulkUnordered",
                "batch",
                Integer.toString(batch),
                "inFlight",
                "8",
                "encoding",
                "document"));
    Cell raw = document.with(Factor.ENCODING, Encoding.RAW);
    try (Testbed testbed = Testbed.open(Target.NULL_SERVER)) {
      Counts counts = Counts.start(testbed.server());
      try (WriterSide rawSide = StudySides.open(testbed, raw);
          WriterSide documentSide = StudySides.open(testbed, document)) {
        TurnPairs pairs = TurnPairs.measure(rawSide, documentSide, TURN, settings);
        counts.check(List.of(rawSide.totals(), documentSide.totals()));
        progress.accept(
            String.format(
                Locale.ROOT,
                "batch %d, null server, documents per client-CPU-second: raw %,.0f, document %,.0f",
                batch,
                pairs.mean(block -> TurnPairs.perCpuSecond(block.get(0)) * batch),
                pairs.mean(block -> TurnPairs.perCpuSecond(block.get(1)) * batch)));
        return List.of(
            CheckFinding.atLeast(
                1,
                "raw / 1.5 M documents per client-CPU-second, batch " + batch,
                pairs.interval(
                    block -> TurnPairs.perCpuSecond(block.get(0)) * batch / PER_CPU_SECOND)),
            CheckFinding.atLeast(
                TIMES_DOCUMENT,
                "raw / document per client-CPU-second, batch " + batch,
                pairs.perCpu()));
      }
    }
  }
}
