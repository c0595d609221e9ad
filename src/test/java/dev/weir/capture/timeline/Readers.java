package dev.weir.capture.timeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Reads texts to their end. */
final class Readers {
  private Readers() {}

  record Read(List<Sample> samples, Problems problems) {
    Sample only() {
      if (samples.size() != 1) {
        throw new AssertionError("not one sample: " + samples);
      }
      return samples.get(0);
    }
  }

  static Read read(String text, Function<Lines, SampleReader> format) {
    Problems problems = new Problems("file");
    List<Sample> samples = new ArrayList<>();
    try (SampleReader reader = format.apply(new Lines(new StringReader(text), problems))) {
      Sample sample;
      while ((sample = reader.next()) != null) {
        samples.add(sample);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Read(samples, problems);
  }

  static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(Readers.class.getResourceAsStream("/capture/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
