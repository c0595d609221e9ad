package dev.weir.capture.timeline;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a file that may be cut off, or no text at all. A line that does not end is what a
 * stopped tool left behind: its last number may lack digits, so it is skipped. Over-long lines are
 * skipped too, to bound memory.
 */
final class Lines implements Closeable {
  private static final int LONGEST = 1 << 20;

  private final Reader in;
  private final Problems problems;
  private int number;

  Lines(Reader in, Problems problems) {
    this.in = in instanceof BufferedReader ? in : new BufferedReader(in);
    this.problems = problems;
  }

  static Lines of(Path file, Problems problems) throws IOException {
    // Unlike Files.newBufferedReader, this replaces malformed bytes instead of failing on them.
    return new Lines(new InputStreamReader(RawFile.open(file), StandardCharsets.UTF_8), problems);
  }

  /** The next whole line without its end, null at the end of the file. */
  @Nullable String next() throws IOException {
    StringBuilder line = new StringBuilder();
    boolean tooLong = false;
    int c;
    while ((c = in.read()) != -1) {
      if (c != '\n') {
        if (line.length() < LONGEST) {
          line.append((char) c);
        } else {
          tooLong = true;
        }
        continue;
      }
      number++;
      if (!tooLong) {
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r'
            ? line.substring(0, end - 1)
            : line.toString();
      }
      problems.add(number, "longer than " + LONGEST + " characters");
      line.setLength(0);
      tooLong = false;
    }
    if (!line.isEmpty()) {
      number++;
      problems.add(number, "cut off: " + Problems.quote(line.toString()));
    }
    return null;
  }

  /** The number of the line last returned, from 1. */
  int number() {
    return number;
  }

  void problem(String what) {
    problems.add(number, what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
