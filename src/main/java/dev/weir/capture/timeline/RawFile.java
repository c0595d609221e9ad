package dev.weir.capture.timeline;

import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * The raw files of a capture, plain or compressed by gzip. A path is always the plain name, such as
 * {@code serverStatus.jsonl}; on disk it may be {@code serverStatus.jsonl.gz}.
 */
public final class RawFile {
  private static final String COMPRESSED = ".gz";
  private static final int BUFFER_BYTES = 1 << 16;

  private RawFile() {}

  /** Whether it is there, in either form. */
  public static boolean exists(Path plain) {
    return Files.isRegularFile(plain) || Files.isRegularFile(compressed(plain));
  }

  /** The plain name of a file that is there in either form. */
  public static String plainName(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(COMPRESSED)
        ? name.substring(0, name.length() - COMPRESSED.length())
        : name;
  }

  /** What is on disk: the plain file if it is there, else the compressed one. */
  static Path onDisk(Path plain) {
    return Files.isRegularFile(plain) ? plain : compressed(plain);
  }

  /**
   * Reads it in either form. A compressed file that was cut off or damaged ends where it can be
   * read no further.
   *
   * @throws IOException if it is not there or can't be read
   */
  public static InputStream open(Path plain) throws IOException {
    Path file = onDisk(plain);
    InputStream raw = Files.newInputStream(file);
    if (file.equals(plain)) {
      return raw;
    }
    try {
      return new UpToTheCut(new GZIPInputStream(raw, BUFFER_BYTES));
    } catch (EOFException | ZipException e) {
      raw.close();
      return InputStream.nullInputStream();
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  /**
   * Makes a compressed file. After {@link Writer#flush} all that was written so far can be read,
   * even if this process is killed.
   *
   * @throws FileAlreadyExistsException if it is there, in either form
   */
  public static Writer create(Path plain) throws IOException {
    if (Files.exists(plain)) {
      throw new FileAlreadyExistsException(plain.toString());
    }
    OutputStream file = Files.newOutputStream(compressed(plain), StandardOpenOption.CREATE_NEW);
    return new BufferedWriter(
        new OutputStreamWriter(
            new GZIPOutputStream(file, BUFFER_BYTES, true), StandardCharsets.UTF_8));
  }

  /**
   * Compresses a plain file that nobody writes any more; its time of modification stays. Without a
   * plain file nothing happens.
   *
   * @throws IOException if that fails; the plain file is still there then
   */
  private static void compress(Path plain) throws IOException {
    if (!Files.isRegularFile(plain)) {
      return;
    }
    Path draft = plain.resolveSibling(plain.getFileName() + COMPRESSED + ".tmp");
    try {
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(draft), BUFFER_BYTES)) {
        Files.copy(plain, out);
      }
      Files.setLastModifiedTime(draft, Files.getLastModifiedTime(plain));
      Files.move(draft, compressed(plain), StandardCopyOption.REPLACE_EXISTING);
      Files.delete(plain);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Compresses what the tools of {@code ops/capture.sh} left in a folder. */
  public static void compressTools(Path folder) throws IOException {
    for (String name : List.of("iostat.txt", "vmstat.txt", "mongostat.jsonl", "proc.txt")) {
      compress(folder.resolve(name));
    }
  }

  private static Path compressed(Path plain) {
    return plain.resolveSibling(plain.getFileName() + COMPRESSED);
  }

  /** Ends where a killed writer's stream is cut off, instead of failing there. */
  private static final class UpToTheCut extends FilterInputStream {
    UpToTheCut(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      try {
        return in.read(to, from, length);
      } catch (EOFException | ZipException e) {
        return -1;
      }
    }
  }
}
