package dev.weir.benchmarks;

import dev.weir.analysis.stats.RoundRatios;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What pre-encoded updates cost the client: documents per second of its CPU, null server. */
final class RawCheck {
  private static final double CONFIDENCE = 0.95;
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
      try (Side rawSide = side(testbed, raw);
          Side documentSide = side(testbed, document)) {
        Slices.warm(rawSide, documentSide, settings.warmMillis, settings.sliceMillis);
        Slices.Pairs pairs =
            Slices.measure(rawSide, documentSide, settings.pairs, settings.sliceMillis);
        counts.check(List.of(rawSide.totals(), documentSide.totals()));
        double[] rawRates = OverheadCheck.perCpu(pairs.first());
        double[] documentRates = OverheadCheck.perCpu(pairs.second());
        progress.accept(
            String.format(
                Locale.ROOT,
                "batch %d, null server, documents per client-CPU-second: raw %,.0f, document %,.0f",
                batch,
                OverheadCheck.mean(rawRates),
                OverheadCheck.mean(documentRates)));
        double[] wanted = new double[rawRates.length];
        Arrays.fill(wanted, PER_CPU_SECOND);
        return List.of(
            CheckFinding.atLeast(
                1,
                "raw / 1.5 M documents per client-CPU-second, batch " + batch,
                RoundRatios.ratio(rawRates, wanted, CONFIDENCE).interval()),
            CheckFinding.atLeast(
                TIMES_DOCUMENT,
                "raw / document per client-CPU-second, batch " + batch,
                RoundRatios.ratio(rawRates, documentRates, CONFIDENCE).interval()));
      }
    }
  }

  private static Side side(Testbed testbed, Cell cell) {
    return new StudySide(
        testbed.uri(), testbed.namespace(), cell, Testbed.DOCUMENTS, testbed::nextSeed);
  }
}
