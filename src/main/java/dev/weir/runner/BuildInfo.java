package dev.weir.runner;

import dev.weir.record.RunRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Version and commit of this Weir, written into the jar when it was built. */
public final class BuildInfo {
  private static final String UNKNOWN = "unknown";

  private BuildInfo() {}

  public static RunRecord.Tool read() {
    Properties properties = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("/dev/weir/git.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      properties.clear(); // a damaged file tells as much as none
    }
    return new RunRecord.Tool(
        properties.getProperty("git.build.version", UNKNOWN),
        properties.getProperty("git.commit.id.full", UNKNOWN),
        Boolean.parseBoolean(properties.getProperty("git.dirty", "false")));
  }
}
