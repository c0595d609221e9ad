package dev.weir.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What each watched process held on to over time, kept in a file as it comes. */
final class SoakWatch {
  /** The start is left out: classes are loaded, code is compiled, connections are opened. */
  private static final double LEFT_OUT = 0.15;

  private final Path file;
  private final Map<String, List<Sample>> samples = new LinkedHashMap<>();

  /**
   * @param seconds since the start
   */
  private record Sample(double seconds, ProcessUse use) {}

  /** What must not grow, and by how much it may: a floor, or a share of its level. */
  private enum Figure {
    HEAP("heap after a collection, MB", ProcessUse::heapMegabytes, 2, 0.10),
    RESIDENT("resident memory, MB", ProcessUse::residentMegabytes, 10, 0.05),
    THREADS("threads", ProcessUse::threads, 2, 0.05),
    CONNECTIONS("connections", ProcessUse::sockets, 2, 0.05),
    FILES("open files", ProcessUse::files, 3, 0.05);

    final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference
    final ToDoubleFunction<ProcessUse> value;

    final double floor;
    final double share;

    Figure(String title, ToDoubleFunction<ProcessUse> value, double floor, double share) {
      this.title = title;
      this.value = value;
      this.floor = floor;
      this.share = share;
    }
  }

  /** A line of the result. */
  record Line(String process, String figure, Drift drift, double allowed) {
    boolean flat() {
      return drift.flat(allowed);
    }

    String row() {
      return String.format(
          Locale.ROOT,
          "| %s | %s | %d | %.1f | %+.2f [%+.2f, %+.2f] | %.1f | %s |",
          process,
          figure,
          drift.samples(),
          drift.level(),
          drift.change(),
          drift.low(),
          drift.high(),
          allowed,
          flat() ? "flat" : "GROWS");
    }
  }

  SoakWatch(Path file) throws IOException {
    this.file = file;
    Files.writeString(file, "seconds,process,heapMB,residentMB,threads,files,sockets\n");
  }

  void add(double seconds, String process, ProcessUse use) throws IOException {
    samples.computeIfAbsent(process, p -> new ArrayList<>()).add(new Sample(seconds, use));
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            "%.1f,%s,%.2f,%.1f,%d,%d,%d%n",
            seconds,
            process,
            use.heapMegabytes(),
            use.residentMegabytes(),
            use.threads(),
            use.files(),
            use.sockets()),
        StandardOpenOption.APPEND);
  }

  /** Every figure of every process that was seen often enough. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    samples.forEach(
        (process, all) -> {
          double from = all.get(all.size() - 1).seconds() * LEFT_OUT;
          for (Figure figure : Figure.values()) {
            List<Sample> seen =
                all.stream()
                    .filter(s -> s.seconds() >= from)
                    .filter(s -> !Double.isNaN(figure.value.applyAsDouble(s.use())))
                    .toList();
            if (seen.size() >= 5) {
              lines.add(line(process, figure, seen));
            }
          }
        });
    return lines;
  }

  private static Line line(String process, Figure figure, List<Sample> seen) {
    Drift drift =
        Drift.of(
            seen.stream().mapToDouble(Sample::seconds).toArray(),
            seen.stream().mapToDouble(s -> figure.value.applyAsDouble(s.use())).toArray());
    return new Line(
        process, figure.title, drift, Math.max(figure.floor, figure.share * drift.level()));
  }
}
