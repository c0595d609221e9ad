package dev.weir.benchmarks;

import dev.weir.runner.jmh.ForkOrder;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Target;
import java.nio.file.Path;

/**
 * The server of a benchmark: the one of {@code -Dweir.uri} or, better, of {@code WEIR_URI}, because
 * a property shows in the process list; else one started for the occasion. A fork of a recorded run
 * writes to the run's server.
 */
final class BenchmarkServers {
  private BenchmarkServers() {}

  /**
   * Attaches to the server, or starts one; what was chosen goes to standard output.
   *
   * @throws ServerException if there is none to be had, or it is beyond loopback and was not named
   *     in {@code WEIR_YES_LOAD}
   */
  static ServerUnderTest open(Target target) throws ServerException {
    if (target == Target.NULL_SERVER) {
      return NullServerProcess.start(false);
    }
    ServerRequest request = ServerRequest.ofThisProcess();
    ForkOrder order = ForkOrder.ofThisJvm();
    return ServerProvider.open(
        order == null ? request : request.withUri(order.uri()), line -> System.err.println(line));
  }

  /**
   * Starts a mongod.
   *
   * @param mongod its path, or a version that can be fetched
   */
  static ServerUnderTest start(String mongod) throws ServerException {
    return ServerProvider.open(
        ServerRequest.ofThisProcess().withUri(null).withMongod(Path.of(mongod)),
        line -> System.err.println(line));
  }
}
