package dev.weir.record;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * {@code seconds.csv}: a line for each type of operation and second of a load run, written as they
 * happen.
 */
public final class SecondsCsv implements AutoCloseable {
  /** The file's name in a run's folder. */
  public static final String FILE = "seconds.csv";

  private static final String HEAD =
      "utc_ms,cell,round,second,measured,type,errors,ops_per_s,ops_per_s_cumulative,p50_ms,p95_ms,"
          + "p99_ms,max_ms,backlog,in_flight,shed,late_ms\n";

  private final Writer out;

  public SecondsCsv(Path file) throws IOException {
    this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    out.write(HEAD);
  }

  /**
   * A second of one trial.
   *
   * @param dueMillis when it ended, UTC epoch ms
   * @param lateMillis how much later its lines were shown
   */
  public record Second(
      long dueMillis,
      String cell,
      int round,
      long number,
      boolean measured,
      long backlog,
      long inFlight,
      long shed,
      double lateMillis) {}

  /** Adds a line. */
  public void add(Second second, SecondLine line) throws IOException {
    out.write(
        String.format(
            Locale.ROOT,
            "%d,%s,%d,%d,%b,%s,%d,%.1f,%.1f,%.3f,%.3f,%.3f,%.3f,%d,%d,%d,%.1f%n",
            second.dueMillis(),
            second.cell(),
            second.round(),
            second.number(),
            second.measured(),
            line.type(),
            line.errors(),
            line.now(),
            line.cumulative(),
            line.p50Millis(),
            line.p95Millis(),
            line.p99Millis(),
            line.maxMillis(),
            second.backlog(),
            second.inFlight(),
            second.shed(),
            second.lateMillis()));
  }

  /** Hands all lines so far to the file. */
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
