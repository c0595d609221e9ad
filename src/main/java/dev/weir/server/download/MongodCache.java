package dev.weir.server.download;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** The folder of downloaded mongods, one process at a time. */
public final class MongodCache implements AutoCloseable {
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(10);
  private static final long POLL_MILLIS = 100;

  private final Path folder;
  private final FileChannel channel;
  private final FileLock lock;

  private MongodCache(Path folder, FileChannel channel, FileLock lock) {
    this.folder = folder;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Creates the folder if need be and waits for the process that downloads into it now.
   *
   * @throws ServerException if it cannot be written, or the other does not finish in 10 minutes
   */
  public static MongodCache lock(Path folder) throws ServerException {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        return new MongodCache(folder, channel, await(channel, folder));
      } catch (IOException | ServerException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new ServerException("cache folder " + folder + " cannot be used: " + e);
    }
  }

  private static FileLock await(FileChannel channel, Path folder)
      throws IOException, ServerException {
    long deadline = System.nanoTime() + LOCK_TIMEOUT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return lock;
        }
      } catch (OverlappingFileLockException e) {
        // Another thread of this JVM holds it: wait as for another process.
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerException("interrupted while waiting for another download");
      }
    }
    throw new ServerException(
        "another process holds " + folder.resolve("lock") + " for 10 minutes; end it");
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    try (channel) {
      lock.release();
    } catch (IOException e) {
      // The lock ends with this process at the latest.
    }
  }
}
