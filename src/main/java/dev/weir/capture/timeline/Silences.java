package dev.weir.capture.timeline;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds where a host tool that did not die said nothing, or nothing that makes sense: it may hang,
 * lag behind or print garbage, and only its output tells.
 */
public final class Silences {
  private static final Map<String, String> TOOLS =
      Map.of(
          "iostat.txt", "iostat",
          "vmstat.txt", "vmstat",
          "mongostat.jsonl", "mongostat",
          "proc.txt", "proc");

  /** Tools stamp whole seconds, so one sample may seem to be missing where none is. */
  private static final long FEWEST = 2;

  /** A tool starts, and its first sample, the average since boot, is left out. */
  private static final int TO_START = 3;

  private final String tool;
  private final long intervalMs;
  private final Problems problems;
  private final List<Silence> found = new ArrayList<>();
  private long garbledBefore;

  /**
   * A stretch without a sample that could be used.
   *
   * @param tool its name
   * @param fromMs when the first sample was due, UTC epoch ms
   * @param toMs when the last one was due
   * @param samples how many are missing, at least 1
   * @param reason in one line
   */
  public record Silence(String tool, long fromMs, long toMs, int samples, String reason) {}

  private Silences(String tool, long intervalMs, Problems problems) {
    this.tool = tool;
    this.intervalMs = intervalMs;
    this.problems = problems;
  }

  /**
   * All of a capture on this host.
   *
   * @param folder the run's {@code capture/}
   * @param fromMs when sampling started, UTC epoch ms
   * @param toMs when it was asked to end
   * @throws IOException if a file can't be read; never because of what is in it
   */
  public static List<Silence> in(Path folder, Duration interval, long fromMs, long toMs)
      throws IOException {
    List<Silence> all = new ArrayList<>();
    for (Source source : Source.in(folder, "", ClockOffset.own("this host"))) {
      String tool = TOOLS.get(source.name());
      if (tool != null) {
        Problems problems = new Problems(source.name());
        Silences silences = new Silences(tool, interval.toMillis(), problems);
        silences.read(source, fromMs, toMs);
        all.addAll(silences.found);
      }
    }
    return all;
  }

  private void read(Source source, long fromMs, long toMs) throws IOException {
    long last = fromMs + TO_START * intervalMs;
    try (SampleReader reader = source.open(problems)) {
      for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
        stretch(last, sample.epochMs(), false);
        last = Math.max(last, sample.epochMs());
      }
    }
    stretch(last, toMs, true);
  }

  /**
   * @param atEnd a stopped tool leaves a cut-off line behind: there garbage alone says nothing
   */
  private void stretch(long last, long next, boolean atEnd) {
    long garbled = problems.count() - garbledBefore;
    long missing = missing(last, next);
    if (missing >= FEWEST || (garbled > 0 && !atEnd)) {
      long from = Math.min(last + intervalMs, next);
      found.add(
          new Silence(
              tool,
              from,
              Math.max(from, next - intervalMs),
              (int) Math.max(1, missing),
              garbled > 0
                  ? garbage(garbled)
                  : "said nothing for " + (next - last + 500) / 1_000 + " s"));
    }
    garbledBefore = problems.count();
  }

  private long missing(long last, long next) {
    return (next - last + intervalMs / 2) / intervalMs - 1;
  }

  private String garbage(long lines) {
    List<String> first = problems.first();
    String shown = garbledBefore < first.size() ? ": " + first.get((int) garbledBefore) : "";
    return lines + (lines == 1 ? " line" : " lines") + " made no sense" + shown;
  }
}
