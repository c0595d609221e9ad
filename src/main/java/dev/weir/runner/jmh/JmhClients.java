package dev.weir.runner.jmh;

import dev.weir.load.process.ClientSource;
import dev.weir.load.process.LoadClients;
import dev.weir.record.TrialRecord;
import dev.weir.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * JMH in the place of a study's load process: every trial is a fork of JMH's, warmed and measured
 * by JMH in iterations.
 */
public final class JmhClients implements ClientSource {
  private final JmhTimes times;
  private final JmhResults results = new JmhResults();
  private final AtomicInteger forks = new AtomicInteger();

  public JmhClients(Study study) {
    this.times = JmhTimes.of(study);
  }

  @Override
  public LoadClients start(Path log, int clients) throws IOException {
    Path run = Objects.requireNonNull(log.toAbsolutePath().getParent());
    return LoadClients.of(List.of(new JmhClient(times, results, run, forks)));
  }

  /** JMH warms each fork by itself, so that no server for the warm-up is needed. */
  @Override
  public boolean here() {
    return false;
  }

  /** A fork measures its trial and ends. */
  @Override
  public boolean takesTurns() {
    return false;
  }

  /** JMH can't read its own results back. */
  @Override
  public boolean resumable() {
    return false;
  }

  @Override
  public String note() {
    return "measured by JMH, a fork for each trial: " + times;
  }

  @Override
  public boolean writeResults(Path file, List<TrialRecord> trials) throws IOException {
    results.write(file, trials);
    return true;
  }
}
