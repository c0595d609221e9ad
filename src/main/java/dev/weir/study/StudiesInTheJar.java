package dev.weir.study;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Studies that travel inside the jar. */
final class StudiesInTheJar {
  /** Their names. */
  static final List<String> NAMES =
      List.of(
          "quick",
          "full",
          "client-ceiling",
          "sync-vs-async",
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

  private StudiesInTheJar() {}

  /**
   * The YAML of one of {@link #NAMES}.
   *
   * @throws StudyException if the jar lacks it
   */
  static String text(String name) throws StudyException {
    try (InputStream in = StudiesInTheJar.class.getResourceAsStream(RESOURCES + name + ".yaml")) {
      if (in == null) {
        throw new StudyException("study '" + name + "' is missing from this jar; build it again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new StudyException(name + ".yaml: can't be read: " + e.getMessage());
    }
  }
}
