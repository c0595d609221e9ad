package dev.weir.study;

import dev.weir.fuzz.FuzzTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A study file, read and planned. */
public final class StudyFuzz {
  private StudyFuzz() {}

  public static FuzzTarget study() throws IOException {
    return new FuzzTarget(
        "study",
        text -> Plan.of(StudyReader.parse("study.yaml", text), cell -> Optional.empty()),
        StudyException.class,
        List.of(
            shipped("quick"),
            shipped("full"),
            "name: a\nfactors:\n  batch: [1, 2]\n  driver: [sync]\ninclude:\n - {pool: 3}\n"));
  }

  private static String shipped(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            StudyFuzz.class.getResourceAsStream("/dev/weir/studies/" + name + ".yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
