package dev.weir.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Held by the one process that writes a run. The kernel lets go of it however that ends. */
public final class RunLock implements AutoCloseable {
  private static final String NAME = "run.lock";

  private final Path file;
  private final FileChannel channel;

  private RunLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock of a run's folder.
   *
   * @throws IOException if another process, or this one, has it
   */
  public static RunLock take(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = tryLock(channel);
    if (lock == null) {
      channel.close();
      throw new IOException(folder + " is being written by another Weir; wait until it has ended");
    }
    return new RunLock(file, channel);
  }

  /** Whether a run's folder has the lock's file, be it held or left behind. */
  public static boolean isThere(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** Whether that file is the lock's. */
  public static boolean isOf(Path folder, Path file) {
    return file.equals(folder.resolve(NAME));
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    channel.close();
  }
}
