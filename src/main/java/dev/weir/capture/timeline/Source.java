package dev.weir.capture.timeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One file of one host, and how to read it; can be opened again and again.
 *
 * @param name the file, relative to the capture folder
 * @param file where it is, by its plain name
 * @param prefix put before its columns: the host's folder and an underscore, or nothing
 * @param offsetMs subtracted from its stamps
 * @param format how it is read
 */
record Source(String name, Path file, String prefix, long offsetMs, Format format) {

  /** Makes a reader of a file. */
  @FunctionalInterface
  interface Format {
    SampleReader reader(Lines lines);
  }

  SampleReader open(Problems problems) throws IOException {
    return format.reader(Lines.of(file, problems));
  }

  /** Every file that {@code folder} has, in the order of the timeline's columns. */
  static List<Source> in(Path folder, String host, ClockOffset clock) throws IOException {
    List<Source> sources = new ArrayList<>();
    Adder add =
        (file, format) -> {
          Path path = folder.resolve(file);
          if (RawFile.exists(path)) {
            String name = host.isEmpty() ? file : host + "/" + file;
            String prefix = host.isEmpty() ? "" : Names.column(host) + "_";
            // This host's own clock needs no correction, and the server's stamps nothing itself.
            long offset = clock.applied() ? Math.round(clock.offsetMs()) : 0;
            sources.add(new Source(name, path, prefix, offset, format));
          }
        };
    Path mongostat = folder.resolve("mongostat.jsonl");
    boolean tool = RawFile.exists(mongostat);
    add.add(
        "serverStatus.jsonl", tool ? ServerStatusReader::new : ServerStatusReader::withMongostat);
    if (tool) {
      Instant guess = Files.getLastModifiedTime(RawFile.onDisk(mongostat)).toInstant();
      Instant started = CaptureLog.read(folder.resolve("capture.log"), guess).started();
      add.add("mongostat.jsonl", lines -> new MongostatParser(lines, started));
    }
    add.add("iostat.txt", IostatParser::new);
    add.add("vmstat.txt", VmstatParser::new);
    add.add("proc.txt", ProcReader::new);
    add.add("process.jsonl", lines -> new SeriesReader(lines, "process_"));
    for (String file : series(folder)) {
      add.add(file, lines -> new SeriesReader(lines, ""));
    }
    return sources;
  }

  /** Adds a file if it is there. */
  @FunctionalInterface
  private interface Adder {
    void add(String file, Format format);
  }

  private static List<String> series(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(RawFile::plainName)
          .filter(name -> name.matches("series-.*\\.jsonl"))
          .distinct()
          .sorted()
          .toList();
    }
  }
}
