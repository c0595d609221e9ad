package dev.weir.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What it takes beside a file's own bytes that it is still there after a power failure. */
final class Disk {
  private static final boolean POSIX = !System.getProperty("os.name", "").startsWith("Windows");

  private Disk() {}

  /** Forces the entry of a new or renamed file in its folder to disk, see fsync(2). */
  static void forceFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (POSIX && folder != null) { // elsewhere a folder can't be opened
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
