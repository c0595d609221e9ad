package dev.weir.runner.load;

import dev.weir.load.LoadEvent;
import dev.weir.record.LinePunctuality;
import dev.weir.record.OpenMeasurement.Reporter;
import dev.weir.record.RunFolder;
import dev.weir.record.SecondLine;
import dev.weir.record.SecondsCsv;
import dev.weir.runner.TrialRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;

/**
 * Shows and keeps each second of a load run as it comes: on the console first, whose lateness is
 * what counts, then in {@code seconds.csv} and the latency logs.
 */
public final class SecondLog implements AutoCloseable {
  private final RunFolder folder;
  private final LoadListener listener;
  private final Clock clock;
  private final SecondsCsv csv;
  private long seconds;
  private long lines;
  private long late;
  private double latest;
  private long reporterMicros;

  SecondLog(RunFolder folder, LoadListener listener, Clock clock) throws IOException {
    this.folder = folder;
    this.listener = listener;
    this.clock = clock;
    this.csv = new SecondsCsv(folder.file(SecondsCsv.FILE));
  }

  void add(LoadEvent.Second second, int round) {
    if (second.number() > 0) {
      listener.second(second);
    }
    double lateMillis = clock.millis() - second.dueMillis();
    try {
      if (second.number() > 0) {
        count(lateMillis, second.lines().size());
        SecondsCsv.Second about =
            new SecondsCsv.Second(
                second.dueMillis(),
                second.cell(),
                round,
                second.number(),
                second.measured(),
                second.state().backlog(),
                second.state().inFlight(),
                second.state().shed(),
                lateMillis);
        for (SecondLine line : second.lines()) {
          csv.add(about, line);
        }
        csv.flush();
      }
      TrialRecords.keepTimes(folder, second, round);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void count(double lateMillis, int shown) {
    seconds++;
    lines += shown;
    late += lateMillis > LinePunctuality.LATE_MILLIS ? shown : 0;
    latest = seconds == 1 ? lateMillis : Math.max(latest, lateMillis);
  }

  /** Adds what the lines of one trial cost the load process. */
  void reported(Reporter reporter) {
    reporterMicros += reporter.cpuMicros();
  }

  /** How punctual the lines were, for the record. */
  LinePunctuality punctuality() {
    return new LinePunctuality(
        seconds, lines, late, latest, reporterMicros / 1e6 / Math.max(1, seconds));
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
