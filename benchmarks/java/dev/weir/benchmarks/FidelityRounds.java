package dev.weir.benchmarks;

import dev.weir.dataset.Datasets;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.TrialRecord;
import dev.weir.runner.RunListener;
import dev.weir.server.DatabaseGuard;
import dev.weir.study.Cell;
import dev.weir.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Listens to a run and, when a trial has ended, lets the reference run the same cell. */
final class FidelityRounds implements RunListener {
  private final BareLoopProcess bare;
  private final String uri;
  private final Study study;
  private final Map<String, Cell> cells;
  private final long sliceMillis;
  private final long warmMillis;
  private final Consumer<String> progress;
  private final List<Pair> measured = new ArrayList<>();
  private boolean warm;

  /**
   * A trial and its reference.
   *
   * @param reference documents/s
   */
  record Pair(TrialRecord trial, double reference) {}

  /**
   * @param cells the cells to compare, by id; others pass by
   * @param sliceMillis a slice of the reference
   * @param warmMillis its warm-up, once for each cell, after the first trial, when there are
   *     documents
   */
  FidelityRounds(
      BareLoopProcess bare,
      String uri,
      Study study,
      Map<String, Cell> cells,
      long sliceMillis,
      long warmMillis,
      Consumer<String> progress) {
    this.bare = bare;
    this.uri = uri;
    this.study = study;
    this.cells = cells;
    this.sliceMillis = sliceMillis;
    this.warmMillis = warmMillis;
    this.progress = progress;
  }

  List<Pair> measured() {
    return measured;
  }

  @Override
  public void trialEnded(TrialRecord trial, int trialsDone, int trialsExpected) {
    if (trial.reasons().stream().anyMatch(TrialValidity::breaksInvariant)) {
      throw new IllegalStateException(trial.cell() + ": " + trial.reasons());
    }
    if (!warm) {
      cells.values().forEach(cell -> reference(cell, warmMillis));
      warm = true;
    }
    Cell cell = cells.get(trial.cell());
    if (cell == null) {
      return;
    }
    double reference = reference(cell, sliceMillis);
    measured.add(new Pair(trial, reference));
    progress.accept(
        String.format(
            Locale.ROOT,
            "round %d, %s: trial %,.0f, reference %,.0f documents/s%s",
            trial.round(),
            trial.cell(),
            trial.documentsPerSecond(),
            reference,
            trial.valid() ? "" : "; invalid: " + trial.reasons()));
  }

  private double reference(Cell cell, long millis) {
    try {
      return bare.run(
          new BareLoopProcess.Order(
              uri,
              DatabaseGuard.PREFIX + study.name(),
              Datasets.collection(cell),
              study.documents(),
              cell.factors(),
              millis));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void note(String line) {
    progress.accept(line);
  }
}
