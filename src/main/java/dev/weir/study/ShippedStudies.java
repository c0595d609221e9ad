package dev.weir.study;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** The studies inside the jar; iterates over their names, as help texts need them. */
public final class ShippedStudies implements Iterable<String> {
  /** Their names. */
  public static final List<String> NAMES =
      List.of(
          "quick",
          "matrix",
          "full",
          "client-ceiling",
          "sync-vs-async",
          "sync-vs-async-as-cited",
          "role-update",
          "role-update-data",
          "role-update-jitter",
          "role-update-psa",
          "role-update-queues",
          "role-update-far",
          "pool-exhaustion",
          "pool-size",
          "connection-reuse",
          "session-or-operation-pooling",
          "client-scaling",
          "history-window",
          "write-behind",
          "capacity",
          "own-documents",
          "operations",
          "indexes",
          "client-bulk",
          "larger-than-cache");

  private static final String RESOURCES = "/dev/weir/studies/";

  @Override
  public Iterator<String> iterator() {
    return NAMES.iterator();
  }

  /** A file that a shipped study names, relative to it. */
  static byte[] beside(String relative) throws IOException {
    String name = Path.of(RESOURCES).resolve(relative).normalize().toString().replace('\\', '/');
    try (InputStream in = ShippedStudies.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("it is missing from this jar; build it again");
      }
      return in.readAllBytes();
    }
  }

  /**
   * The YAML of one of {@link #NAMES}.
   *
   * @throws StudyException if the jar lacks it
   */
  static String text(String name) throws StudyException {
    try (InputStream in = ShippedStudies.class.getResourceAsStream(RESOURCES + name + ".yaml")) {
      if (in == null) {
        throw new StudyException("study '" + name + "' is missing from this jar; build it again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new StudyException(name + ".yaml: can't be read: " + e.getMessage());
    }
  }
}
