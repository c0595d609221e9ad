package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import dev.weir.server.ServerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whether there is room for the data of a deployment. */
public final class DiskSpace {
  private DiskSpace() {}

  /**
   * @throws ServerException if less is free than the request demands, saying both, or the folder
   *     cannot be written
   */
  public static void require(ServerRequest request) throws ServerException {
    Path folder = request.temporaryDirectory();
    long needed = Math.multiplyExact(request.minimumFreeBytes(), request.topology().members());
    long free;
    try {
      free = Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new ServerException("temporary folder " + folder + " cannot be used: " + e);
    }
    if (!Files.isWritable(folder)) {
      throw new ServerException(
          "temporary folder " + folder + " is not writable; set java.io.tmpdir to one that is");
    }
    if (free < needed) {
      throw new ServerException(
          String.format(
              Locale.ROOT,
              "too little disk in %s: %.1f GB free, %.1f GB needed for %s; free some or set"
                  + " java.io.tmpdir to a larger disk",
              folder,
              free / 1e9,
              needed / 1e9,
              request.topology()));
    }
  }
}
