package dev.weir.report.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A timeline that grows while a run goes on. However long the run is, it holds a few hundred
 * samples: when they are too many, every second one is dropped. Not thread-safe.
 */
public final class LiveTimeline {
  private static final int MOST_SAMPLES = 1_200;
  private static final int SLICES = 300;

  static final String RATE = "documents/s";
  static final String OTHERS = "other work";

  /**
   * @param documentsPerSecond NaN where nothing was written
   */
  private record Sample(long millis, String label, double documentsPerSecond, double othersCores) {}

  private final List<Sample> samples = new ArrayList<>();

  /**
   * Adds a sample.
   *
   * @param millis UTC epoch ms, later than the one before
   * @param label what is at work
   * @param documentsPerSecond null where nothing is written
   * @param othersCores cores that other work on the host takes; null if unknown
   */
  public void add(
      long millis,
      String label,
      @Nullable Double documentsPerSecond,
      @Nullable Double othersCores) {
    samples.add(new Sample(millis, label, orNaN(documentsPerSecond), orNaN(othersCores)));
    if (samples.size() > MOST_SAMPLES) {
      for (int i = samples.size() - 2; i >= 0; i -= 2) {
        samples.remove(i);
      }
    }
  }

  private static double orNaN(@Nullable Double figure) {
    return figure == null ? Double.NaN : figure;
  }

  /** What was added so far. */
  Timeline timeline() {
    if (samples.size() < 2) {
      return Timeline.NONE;
    }
    long from = samples.get(0).millis();
    long to = samples.get(samples.size() - 1).millis() + 1;
    // Fewer than samples, so that each slice has one although samples are not evenly spaced.
    int slices = (int) Math.max(2, Math.min(SLICES, Math.min(samples.size() / 2, to - from)));
    double slice = (to - from) / (double) slices;
    String[] labels = new String[slices];
    Arrays.fill(labels, "");
    Slices rates = new Slices(slices);
    Slices others = new Slices(slices);
    for (Sample sample : samples) {
      int at = (int) Math.min(slices - 1, (sample.millis() - from) / slice);
      labels[at] = sample.label();
      add(rates, at, sample.documentsPerSecond());
      add(others, at, sample.othersCores());
    }
    Map<String, Slices> columns = new LinkedHashMap<>();
    columns.put(RATE, rates);
    columns.put(OTHERS, others);
    return new Timeline(from, slice, List.of(labels), List.of(), columns);
  }

  private static void add(Slices slices, int at, double figure) {
    if (!Double.isNaN(figure)) {
      slices.add(at, figure);
    }
  }

  /** A track for what was written and one for who else used the host. */
  static List<TimelineTracks.Track> tracks(Timeline timeline) {
    List<TimelineTracks.Track> tracks = new ArrayList<>();
    track(tracks, timeline, RATE, "Documents/s");
    track(tracks, timeline, OTHERS, "Other work on this host, cores");
    return tracks;
  }

  private static void track(
      List<TimelineTracks.Track> tracks, Timeline timeline, String column, String title) {
    Slices slices = timeline.columns().get(column);
    if (slices != null) {
      tracks.add(
          new TimelineTracks.Track(title, List.of(new TimelineTracks.Line(column, slices, 1))));
    }
  }
}
