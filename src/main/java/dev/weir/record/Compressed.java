package dev.weir.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Files of a record that may be compressed, to keep it small. */
public final class Compressed {
  /** How the name of a compressed file ends. */
  public static final String END = ".gz";

  private Compressed() {}

  /**
   * Opens a file, unpacked if its name ends with {@value #END}.
   *
   * @throws IOException if it can't be read or is no gzip file
   */
  public static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    if (!file.toString().endsWith(END)) {
      return in;
    }
    try {
      return new GZIPInputStream(in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}
