package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A committed file that is made of the code. {@code -Dweir.docs.write=true} writes it instead of
 * checking it.
 */
final class GeneratedFile {
  private GeneratedFile() {}

  static void check(Path file, String content) throws IOException {
    if (Boolean.getBoolean("weir.docs.write")) {
      Path folder = file.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, content);
      return;
    }
    assertThat(Files.readString(file))
        .as(
            "%s differs from the code; write it anew: mvn test -Dtest='SchemaTest,ManualTest'"
                + " -Dtest.settings=-Dweir.docs.write=true",
            file)
        .isEqualTo(content);
  }
}
