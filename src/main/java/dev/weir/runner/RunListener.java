package dev.weir.runner;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.study.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Hears how a run goes on. Never called by two threads at once. */
public interface RunListener {
  /** A line about something that happened. */
  default void note(String line) {}

  /** What will be run and how long it should take; before anything is started. */
  default void planned(Plan plan, Duration expected) {}

  /** The server is up and the run's folder exists. */
  default void started(RunRecord run, Path folder) {}

  /** A round begins on a fresh JVM. */
  default void roundStarted(int round, int atMost) {}

  /** Live rate of the cell at work; {@code phase} is {@code warm-up} or the cell's id. */
  default void rate(String phase, double documentsPerSecond) {}

  /** The measured span of a trial begins. */
  default void measuring(String cell) {}

  /**
   * The first turn of a cell in a run, long before its trial ends: a first figure.
   *
   * @param counted whether the server counted the same writes; else it does not count
   */
  default void firstTurn(String cell, double documentsPerSecond, boolean counted) {}

  /** A trial ended, valid or not. */
  default void trialEnded(TrialRecord trial, int trialsDone, int trialsExpected) {}

  /** The process was asked to end; called by a thread of its own. */
  default void interrupted(Path folder) {}

  /** Two sides that take turns have measured the same cell; either may be invalid. */
  default void pairEnded(TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {}

  /** All is over. */
  default void finished(RunRecord run, List<CellRecord> cells, Path folder) {}
}
