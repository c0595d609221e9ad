package dev.weir.capture.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineJoinTest {
  @Test
  void rowsFollowEachOtherUnderTheColumnsOfAll(@TempDir Path folder) throws IOException {
    Path first =
        Files.writeString(
            folder.resolve("1.csv"),
            "epoch_ms,trial,checkpoint,a,b\n1000,\"round 1 x,y\",0,1,\"say \"\"no, no\"\"\"\n");
    Path second =
        Files.writeString(
            folder.resolve("2.csv"), "epoch_ms,trial,checkpoint,c,a\n5000,t,,3,4\n6000\n");
    TimelineJoin.write(List.of(first, second), second);
    assertThat(second)
        .hasContent(
            "epoch_ms,trial,checkpoint,a,b,c\n"
                + "1000,\"round 1 x,y\",0,1,\"say \"\"no, no\"\"\",\n"
                + "5000,t,,4,,3\n"
                + "6000,,,,,\n");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }
}
