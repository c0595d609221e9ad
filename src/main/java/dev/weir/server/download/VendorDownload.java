package dev.weir.server.download;

import de.flapdoodle.embed.mongo.distribution.Version;
import de.flapdoodle.embed.mongo.transitions.ImmutableMongod;
import de.flapdoodle.embed.mongo.transitions.Mongod;
import de.flapdoodle.embed.mongo.types.DistributionBaseUrl;
import de.flapdoodle.embed.process.archives.ExtractedFileSet;
import de.flapdoodle.embed.process.io.directories.PersistentDir;
import de.flapdoodle.embed.process.io.progress.ProgressListener;
import de.flapdoodle.reverse.StateID;
import de.flapdoodle.reverse.TransitionWalker;
import de.flapdoodle.reverse.transitions.Start;
import dev.weir.server.ServerException;
import dev.weir.server.mongod.MongodBinary;
import dev.weir.study.Redaction;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB's own build for this platform, from MongoDB or a mirror, by flapdoodle's downloader. A
 * host that does not answer is remembered for a while, so that only one start waits for it.
 */
public final class VendorDownload {
  private static final String DEFAULT_BASE_URL = "https://fastdl.mongodb.org";
  // 7.0 has builds for the widest range of systems among the supported versions.
  private static final Version.Main VERSION = Version.Main.V7_0;
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(4);
  private static final Duration DOWNLOAD_TIMEOUT = Duration.ofMinutes(5);

  private final String baseUrl;
  private final Clock clock;

  /**
   * @param mirror base URL instead of MongoDB's; null for MongoDB's
   */
  public VendorDownload(@Nullable String mirror, Clock clock) {
    this.baseUrl = mirror == null || mirror.isBlank() ? DEFAULT_BASE_URL : mirror.strip();
    this.clock = clock;
  }

  /**
   * The cached mongod, or a fresh download.
   *
   * @throws ServerException if it can be neither found nor fetched; what a skipped source says
   */
  public MongodBinary provide(MongodCache cache, Consumer<String> log) throws ServerException {
    RememberedFailure failure =
        new RememberedFailure(cache.folder().resolve("download-failed"), baseUrl, shown(), clock);
    Path known = cache.folder().resolve("download-mongod");
    MongodBinary cached = cached(known);
    if (cached != null) {
      return cached;
    }
    failure.requireNone();
    try {
      bounded("reaching " + shown(), PROBE_TIMEOUT, this::probe);
      log.accept("downloading MongoDB " + VERSION.asInDownloadPath() + " from " + shown());
      Path executable = bounded("the download", DOWNLOAD_TIMEOUT, () -> download(cache.folder()));
      MongodBinary binary = MongodBinary.check(executable);
      Files.writeString(known, baseUrl + "\n" + executable);
      return binary;
    } catch (ServerException e) {
      failure.remember();
      throw e;
    } catch (IOException e) {
      throw new ServerException("cannot note the download in " + cache.folder() + ": " + e);
    }
  }

  private @Nullable MongodBinary cached(Path known) {
    try {
      String[] lines = Files.readString(known).split("\n", 2);
      return lines.length == 2 && lines[0].equals(baseUrl)
          ? MongodBinary.check(Path.of(lines[1].strip()))
          : null;
    } catch (IOException | ServerException e) {
      return null;
    }
  }

  /** Any HTTP answer will do; whether the file is there, the download says. */
  private Integer probe() throws IOException {
    URLConnection connection = URI.create(baseUrl).toURL().openConnection();
    connection.setConnectTimeout((int) PROBE_TIMEOUT.toMillis());
    connection.setReadTimeout((int) PROBE_TIMEOUT.toMillis());
    if (!(connection instanceof HttpURLConnection http)) {
      throw new IOException("no http or https URL");
    }
    http.setRequestMethod("HEAD");
    try {
      return http.getResponseCode();
    } finally {
      http.disconnect();
    }
  }

  private Path download(Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("flapdoodle"));
    ImmutableMongod steps =
        Mongod.instance()
            .withPersistentBaseDir(
                Start.to(PersistentDir.class).initializedWith(PersistentDir.of(home)))
            .withDistributionBaseUrl(
                Start.to(DistributionBaseUrl.class)
                    .initializedWith(DistributionBaseUrl.of(baseUrl)))
            .withProgressListener(Start.to(ProgressListener.class).initializedWith(new Silent()));
    try (TransitionWalker.ReachedState<ExtractedFileSet> files =
        steps.transitions(VERSION).walker().initState(StateID.of(ExtractedFileSet.class))) {
      return files.current().executable();
    }
  }

  private String shown() {
    return Redaction.redact(baseUrl);
  }

  private <T> T bounded(String what, Duration timeout, Callable<T> work) throws ServerException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "weir-mongod-download");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      throw new ServerException(what + " took more than " + timeout.toSeconds() + " s");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw new ServerException(what + " failed: " + cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted during " + what);
    }
  }

  /** Our one line of log is enough. */
  private static final class Silent implements ProgressListener {
    @Override
    public void progress(String label, int percent) {}

    @Override
    public void done(String label) {}

    @Override
    public void start(String label) {}

    @Override
    public void info(String label, String message) {}
  }
}
