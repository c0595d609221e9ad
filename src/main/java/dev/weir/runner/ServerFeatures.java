package dev.weir.runner;

import com.mongodb.ConnectionString;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import java.util.Optional;

/** What a server has to be able to do for a cell. */
public final class ServerFeatures {
  private static final int CLIENT_BULK_SINCE = 8;

  private ServerFeatures() {}

  /**
   * Why that server can't take the cell, empty if it can.
   *
   * @param aboutTls whether any cell of the run asks for TLS; in all others an attached deployment
   *     is spoken to as its URI says
   */
  public static Optional<String> refusal(Cell cell, boolean aboutTls, ServerUnderTest server) {
    Optional<String> unable = refusal(cell, server.facts());
    return unable.isPresent() || !aboutTls ? unable : tls(cell, server);
  }

  private static Optional<String> tls(Cell cell, ServerUnderTest server) {
    boolean asked = cell.get(Factor.TLS);
    ServerSource source = server.facts().source();
    if (source == ServerSource.URI) {
      boolean named =
          Boolean.TRUE.equals(new ConnectionString(server.connectionString()).getSslEnabled());
      return asked == named
          ? Optional.empty()
          : Optional.of(
              named
                  ? "its URI asks for TLS; an attached deployment is measured as it is"
                  : "'tls' needs a server that Weir starts, or a URI with tls=true");
    }
    return asked && server.loadUri().equals(server.connectionString())
        ? Optional.of("the " + server.facts().product() + " speaks no TLS here")
        : Optional.empty();
  }

  private static Optional<String> refusal(Cell cell, ServerFacts server) {
    boolean takesAll = server.source() == ServerSource.NULL_SERVER;
    if (cell.operation() == Operation.CLIENT_BULK
        && !takesAll
        && !(server.realMongoDB() && major(server.version()) >= CLIENT_BULK_SINCE)) {
      return Optional.of(
          "clientBulk needs MongoDB 8.0 or later; this is "
              + server.product()
              + " "
              + server.version());
    }
    return Optional.empty();
  }

  private static int major(String version) {
    String digits = version.replaceFirst("^v?(\\d{1,6}).*$", "$1");
    return digits.matches("\\d+") ? Integer.parseInt(digits) : 0;
  }
}
