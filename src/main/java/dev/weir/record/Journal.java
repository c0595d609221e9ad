package dev.weir.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code trials.jsonl}: every finished trial on a line of its own, forced to disk before the next
 * one starts. A line counts once its line break is there: what a crash cut off is no trial.
 */
public final class Journal {
  /** A trial takes some ten kilobytes. */
  static final int LONGEST_LINE = 16 << 20;

  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final Path file;

  Journal(Path file) {
    this.file = file;
  }

  /** Appends one trial; returns when it is on disk, the file's name included. */
  void append(TrialRecord trial) throws IOException {
    boolean fresh = !Files.exists(file);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer line =
          ByteBuffer.wrap((JSON.writeValueAsString(trial) + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        out.write(line);
      }
      out.force(true);
    }
    if (fresh) {
      Disk.forceFolder(file);
    }
  }

  /**
   * Reads every whole line; cuts off an unfinished last one, so that the next trial starts a line.
   *
   * @throws IOException if a whole line is no trial, or a trial is there twice
   */
  List<TrialRecord> recover() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    List<TrialRecord> trials = new ArrayList<>();
    Set<List<Object>> seen = new HashSet<>();
    long whole = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      byte[] line;
      while ((line = line(in, trials.size() + 1)) != null) {
        TrialRecord trial = parse(line, trials.size() + 1);
        if (!seen.add(List.of(trial.cell(), trial.round()))) {
          throw damaged(
              trials.size() + 1, trial.cell() + " of round " + trial.round() + " is there twice");
        }
        trials.add(trial);
        whole += line.length + 1L;
      }
    }
    if (whole < Files.size(file)) {
      try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
        out.truncate(whole);
        out.force(true);
      }
    }
    return trials;
  }

  /** The next line without its break; null at the end and for a line without a break. */
  private byte @Nullable [] line(InputStream in, int number) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return line.toByteArray();
      }
      if (line.size() == LONGEST_LINE) {
        throw damaged(number, "it is longer than any trial");
      }
      line.write(b);
    }
    return null;
  }

  private TrialRecord parse(byte[] line, int number) throws IOException {
    try {
      TrialRecord trial = JSON.readValue(line, TrialRecord.class);
      String missing = Whole.missing(trial);
      if (missing != null) {
        throw damaged(number, "'" + missing + "' is missing");
      }
      return trial;
    } catch (JsonProcessingException e) {
      throw damaged(number, e.getOriginalMessage().lines().findFirst().orElse("no JSON"));
    }
  }

  private IOException damaged(int line, String why) {
    return new IOException(file + ":" + line + " can't be read: " + why);
  }
}
