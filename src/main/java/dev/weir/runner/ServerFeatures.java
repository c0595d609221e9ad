package dev.weir.runner;

import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.study.Cell;
import dev.weir.study.Operation;
import java.util.Optional;

/** What a server has to be able to do for a cell. */
public final class ServerFeatures {
  private static final int CLIENT_BULK_SINCE = 8;

  private ServerFeatures() {}

  /** Why that server can't take the cell, empty if it can. */
  public static Optional<String> refusal(Cell cell, ServerFacts server) {
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
