package dev.weir.capture.timeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The first words of {@code capture.log}.
 *
 * @param started when the script started, on its host's clock
 * @param host its host's name, null if it does not say
 */
record CaptureLog(Instant started, @Nullable String host) {

  /** Reads it; without one, {@code otherwise} is the best guess of the start. */
  static CaptureLog read(Path file, Instant otherwise) throws IOException {
    if (!Files.isRegularFile(file)) {
      return new CaptureLog(otherwise, null);
    }
    try (Lines lines = Lines.of(file, new Problems("capture.log"))) {
      String line;
      while ((line = lines.next()) != null) {
        String[] words = line.split(" ", 3);
        Double time =
            words.length == 3 && words[0].length() <= 15 ? Numbers.decimal(words[0]) : null;
        if (time != null && words[1].equals("host")) {
          return new CaptureLog(Instant.ofEpochMilli(time.longValue()), words[2].strip());
        }
      }
    }
    return new CaptureLog(otherwise, null);
  }
}
