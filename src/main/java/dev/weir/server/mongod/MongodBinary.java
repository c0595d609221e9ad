package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import dev.weir.server.ServerVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An executable that says it is a mongod of a version Weir supports.
 *
 * @param path where it is
 * @param version as {@code mongod --version} tells it
 */
public record MongodBinary(Path path, ServerVersion version) {
  private static final Pattern VERSION_LINE = Pattern.compile("db version v?(\\S+)");
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /**
   * Runs {@code mongod --version}.
   *
   * @throws ServerException if the file is missing, does not run here, is no mongod or is too old
   */
  public static MongodBinary check(Path path) throws ServerException {
    if (!Files.isRegularFile(path)) {
      throw new ServerException("no mongod at " + path + "; name an existing executable");
    }
    if (!Files.isExecutable(path)) {
      throw new ServerException(path + " is not executable; chmod +x it or name another mongod");
    }
    Command.Result result = Command.run(List.of(path.toString(), "--version"), null, TIMEOUT);
    Matcher matcher = VERSION_LINE.matcher(result.output());
    if (result.exitCode() != 0 || !matcher.find()) {
      throw new ServerException(
          path + " does not run as mongod on this machine: " + result.firstLine());
    }
    return new MongodBinary(
        path.toAbsolutePath(), ServerVersion.supported(matcher.group(1), path.toString()));
  }

  /** The first executable of that name on the environment's PATH, or null. */
  public static @Nullable Path onPath(String name, Map<String, String> environment) {
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isEmpty()) {
        Path candidate = Path.of(folder, name);
        if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
          return candidate;
        }
      }
    }
    return null;
  }
}
