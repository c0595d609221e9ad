package dev.weir.runner.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.load.LoadOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a fork must know and JMH can't pass on. It is a file that only its owner can read, because a
 * URI may hold a password, and system properties show in the process list and in JMH's output.
 *
 * @param uri the server
 * @param cell the study's cell that the fork measures; null outside of a study
 * @param series what the fork captures of its own JVM, null for nothing
 */
public record ForkOrder(
    String uri, @Nullable StudyCell cell, LoadOrder.Connect.@Nullable Series series) {
  static final String PROPERTY = "weir.jmh.order";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param factors every factor by its name
   * @param database that holds the loaded collection
   * @param documents in the collection
   */
  public record StudyCell(
      Map<String, String> factors, String database, String collection, int documents, long seed) {}

  /**
   * The order of this JVM, null if it is no fork of a recorded run.
   *
   * @throws UncheckedIOException if the file is there and can't be read
   */
  public static @Nullable ForkOrder ofThisJvm() {
    String file = System.getProperty(PROPERTY, "");
    try {
      return file.isEmpty() ? null : JSON.readValue(Path.of(file).toFile(), ForkOrder.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this));
  }
}
