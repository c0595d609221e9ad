package dev.weir.runner;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.study.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Hears everything and says nothing. */
class SilentListener implements RunListener {
  @Override
  public void note(String line) {}

  @Override
  public void planned(Plan plan, Duration expected) {}

  @Override
  public void started(RunRecord run, Path folder) {}

  @Override
  public void roundStarted(int round, int atMost) {}

  @Override
  public void rate(String phase, double documentsPerSecond) {}

  @Override
  public void trialEnded(TrialRecord trial, int trialsDone, int trialsExpected) {}

  @Override
  public void finished(RunRecord run, List<CellRecord> cells, Path folder) {}
}
