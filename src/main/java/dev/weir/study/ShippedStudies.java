package dev.weir.study;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
          "capacity");

  private static final String RESOURCES = "/dev/weir/studies/";

  @Override
  public Iterator<String> iterator() {
    return NAMES.iterator();
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
