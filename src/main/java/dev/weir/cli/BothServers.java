package dev.weir.cli;

import dev.weir.server.ServerRequest;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The servers of two sides, as {@code --set server=A,B} names them: each a URI, a mongod, or a
 * version that Weir can fetch.
 *
 * @param base null for the one that the command's other options choose
 * @param other the other side's
 */
record BothServers(@Nullable String base, String other) {
  private static final String SCHEME = "mongodb(?:\\+srv)?://";

  /** A URI has commas of its own, so the one that divides is followed by a URI or a path. */
  private static final Pattern URI_FIRST =
      Pattern.compile("(" + SCHEME + ".*?),((?:" + SCHEME + "|[./~]|\\d+\\.\\d+\\.\\d+$).*)");

  private static final Pattern URI = Pattern.compile(SCHEME + ".*");

  /** What has a scheme is no path, and a message about a malformed URI is better. */
  private static final String AFTER_SCHEME = "://";

  /**
   * @param value {@code A,B}, or {@code B} alone
   * @throws BadInput if a side is empty
   */
  static BothServers parse(String value) throws BadInput {
    @Nullable String base = null;
    String other = value.strip();
    Matcher first = URI_FIRST.matcher(other);
    if (first.matches()) {
      base = first.group(1).strip();
      other = first.group(2).strip();
    } else if (!URI.matcher(other).matches() && other.indexOf(',') >= 0) {
      base = other.substring(0, other.indexOf(',')).strip();
      other = other.substring(other.indexOf(',') + 1).strip();
    }
    if (other.isEmpty() || (base != null && base.isEmpty())) {
      throw new BadInput("--set server names no server; it takes PATH,PATH or URI,URI");
    }
    return new BothServers(base, other);
  }

  /** The request for a server of that name in place of any other. */
  static ServerRequest naming(String server, ServerRequest request) {
    return server.contains(AFTER_SCHEME)
        ? request.withUri(server).withMongod(null)
        : request.withUri(null).withMongod(Path.of(server));
  }
}
