package dev.weir.analysis.bottleneck;

import dev.weir.analysis.bottleneck.CellEvidence.Cache;
import dev.weir.analysis.bottleneck.CellEvidence.Conflicts;
import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Demand;
import dev.weir.analysis.bottleneck.CellEvidence.Generator;
import dev.weir.analysis.bottleneck.CellEvidence.Path;
import dev.weir.analysis.bottleneck.CellEvidence.Replication;
import dev.weir.analysis.bottleneck.CellEvidence.Storage;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Several trials of one cell as one: each figure is the mean over those that have it. */
final class MeanEvidence {
  private final List<CellEvidence> trials;

  private MeanEvidence(List<CellEvidence> trials) {
    this.trials = trials;
  }

  /**
   * The mean.
   *
   * @param trials at least one, all of the same cell
   */
  static CellEvidence of(List<CellEvidence> trials) {
    MeanEvidence mean = new MeanEvidence(trials);
    return new CellEvidence(
        mean.demand(),
        mean.cpu(),
        new Path(
            mean.known(e -> e.path().poolWaitMillis()),
            mean.known(e -> e.path().poolSize()),
            mean.known(e -> e.path().tripMillis()),
            trials.get(0).path().asked(),
            mean.known(e -> e.path().serverMillis()),
            mean.known(e -> e.path().bytesPerCall())),
        mean.storage(),
        new Cache(
            mean.known(e -> e.cache().used()),
            mean.known(e -> e.cache().dirty()),
            mean.known(e -> e.cache().evictionMillisPerCall()),
            mean.known(e -> e.cache().pagesReadPerDocument())),
        new Conflicts(
            mean.known(e -> e.conflicts().writeConflictsPerDocument()),
            mean.known(e -> e.conflicts().lockWaitMillisPerCall())),
        new Replication(
            trials.stream().mapToInt(e -> e.replication().dataMembers()).max().orElse(1),
            mean.known(e -> e.replication().waitMillisPerCall()),
            mean.known(e -> e.replication().flowControlShare()),
            mean.known(e -> e.replication().lagSeconds())),
        new Generator(
            mean.known(e -> e.generator().hiccupMillis()),
            mean.known(e -> e.generator().stealShare()),
            mean.known(e -> e.generator().gcShare()),
            mean.known(e -> e.generator().foreignCores()),
            mean.known(e -> e.generator().throttledCores())));
  }

  private Demand demand() {
    return new Demand(
        all(e -> e.demand().inFlight()),
        all(e -> e.demand().callsPerSecond()),
        all(e -> e.demand().documentsPerSecond()),
        all(e -> e.demand().serviceMillis()),
        known(e -> e.demand().offeredPerSecond()),
        known(e -> e.demand().fieldsPerDocument()));
  }

  private Cpu cpu() {
    return new Cpu(
        known(e -> e.cpu().clientUsed()),
        known(e -> e.cpu().clientAvailable()),
        known(e -> e.cpu().serverUsed()),
        known(e -> e.cpu().serverAvailable()),
        trials.stream().anyMatch(e -> e.cpu().sharedHost()),
        known(e -> e.cpu().hostBusy()),
        known(e -> e.cpu().hostCores()),
        known(e -> e.cpu().clientWaiting()),
        known(e -> e.cpu().serverWaiting()),
        known(e -> e.cpu().sameCores()));
  }

  private Storage storage() {
    return new Storage(
        trials.stream().anyMatch(e -> e.storage().journaled()),
        known(e -> e.storage().journalFlushMillis()),
        known(e -> e.storage().diskUtilisation()),
        known(e -> e.storage().writeAwaitMillis()),
        known(e -> e.storage().queueLength()),
        known(e -> e.storage().deviceShare()),
        known(e -> e.storage().journalBusy()));
  }

  private double all(ToDoubleFunction<CellEvidence> figure) {
    return trials.stream().mapToDouble(figure).average().orElseThrow();
  }

  private @Nullable Double known(Function<CellEvidence, @Nullable Double> figure) {
    double[] values =
        trials.stream()
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? null : Double.valueOf(sum / values.length);
  }
}
