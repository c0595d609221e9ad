package dev.weir.server.download;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A source of servers that failed after a wait. It is remembered in the user's cache for six hours,
 * so that only one start waits for it.
 *
 * @param file holds the key of what failed last
 * @param key what failed; another one is tried at once
 * @param shown the same in a message, without secrets
 */
public record RememberedFailure(Path file, String key, String shown, Clock clock) {
  private static final Duration LIFETIME = Duration.ofHours(6);

  /**
   * @throws ServerException if it failed less than six hours ago
   */
  public void requireNone() throws ServerException {
    try {
      if (Files.exists(file) && Files.readString(file).equals(key)) {
        Instant until = Files.getLastModifiedTime(file).toInstant().plus(LIFETIME);
        if (clock.instant().isBefore(until)) {
          throw new ServerException(
              shown
                  + " was not usable a while ago; not tried again until "
                  + until.truncatedTo(ChronoUnit.SECONDS)
                  + " (delete "
                  + file
                  + " to try now)");
        }
      }
    } catch (IOException e) {
      // Nothing readable is remembered.
    }
  }

  /** Notes that it failed now. */
  public void remember() {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, key);
      Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    } catch (IOException e) {
      // Then the next start waits once more.
    }
  }
}
