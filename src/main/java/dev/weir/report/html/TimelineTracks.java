package dev.weir.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Which columns of a timeline are drawn, and together with which. */
final class TimelineTracks {
  private static final Pattern WANTED =
      Pattern.compile(
          "server_(updates|inserts|queries|deletes)_per_s|process_\\w+_cpu_cores|host_cpu_busy_pct"
              + "|iostat_\\w+_(util_pct|w_mib_per_s|w_await_ms)|wt_(cache_used|dirty)_pct|ping_rtt_ms");

  private static final int MOST_LINES = 4;

  /**
   * @param factor what its figures are multiplied by
   */
  record Line(String name, Slices slices, double factor) {}

  /** Lines of one unit over each other. */
  record Track(String title, List<Line> lines) {}

  private final Timeline timeline;
  private final double hostCores;
  private final List<Track> tracks = new ArrayList<>();

  private TimelineTracks(Timeline timeline, double hostCores) {
    this.timeline = timeline;
    this.hostCores = hostCores;
  }

  static boolean wanted(String column) {
    return WANTED.matcher(column).matches();
  }

  /** The tracks that have figures: server, processors, disk, cache, network. */
  static List<Track> of(Timeline timeline, double hostCores) {
    TimelineTracks all = new TimelineTracks(timeline, hostCores);
    all.add("Server, operations/s", "server_(\\w+)_per_s", 1);
    all.processors();
    all.add("Disk busy, %", "iostat_(\\w+)_util_pct", 1);
    all.add("Disk writes, MiB/s", "iostat_(\\w+)_w_mib_per_s", 1);
    all.add("Time of a disk write, ms", "iostat_(\\w+)_w_await_ms", 1);
    all.add("WiredTiger cache, %", "wt_(cache_used|dirty)_pct", 1);
    all.add("Ping of the server, ms", "(ping)_rtt_ms", 1);
    return List.copyOf(all.tracks);
  }

  private void processors() {
    List<Line> lines = lines("process_(\\w+)_cpu_cores", 1);
    lines.addAll(lines("(host)_cpu_busy_pct", hostCores / 100));
    track("CPU, cores", lines);
  }

  private void add(String title, String columns, double factor) {
    track(title, lines(columns, factor));
  }

  private void track(String title, List<Line> lines) {
    if (!lines.isEmpty()) {
      tracks.add(new Track(title, lines.subList(0, Math.min(MOST_LINES, lines.size()))));
    }
  }

  private List<Line> lines(String columns, double factor) {
    Pattern pattern = Pattern.compile(columns);
    List<Line> lines = new ArrayList<>();
    timeline
        .columns()
        .forEach(
            (column, slices) -> {
              var matcher = pattern.matcher(column);
              if (matcher.matches() && !slices.isFlat()) {
                lines.add(new Line(matcher.group(1).replace('_', ' '), slices, factor));
              }
            });
    return lines;
  }
}
