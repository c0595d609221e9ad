package dev.weir.fleet;

import java.net.InetSocketAddress;

/** Addresses as they are written: {@code host:port}, {@code [::1]:port}. */
public final class Addresses {
  private static final int MOST_PORT = 65_535;

  private Addresses() {}

  /**
   * Reads one; it is not looked up.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon > 0) {
      String host = text.substring(0, colon);
      boolean bracketed = host.startsWith("[") && host.endsWith("]");
      if (bracketed || host.indexOf(':') < 0) {
        try {
          int port = Integer.parseInt(text.substring(colon + 1));
          if (port >= 0 && port <= MOST_PORT) {
            return InetSocketAddress.createUnresolved(
                bracketed ? host.substring(1, host.length() - 1) : host, port);
          }
        } catch (NumberFormatException e) {
          // Falls through to the one message.
        }
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is no address: must be HOST:PORT, such as 10.0.0.5:7171");
  }

  /** The same as {@link #parse} reads it. */
  public static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
