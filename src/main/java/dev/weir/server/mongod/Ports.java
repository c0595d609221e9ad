package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ports on loopback for a deployment. */
public final class Ports {
  private Ports() {}

  /**
   * Free ports, different from one another.
   *
   * @param first the user's own first port, further ones follow it; null lets the system pick
   * @throws ServerException if one of the user's is taken or no port, or none is to be had
   */
  public static List<Integer> choose(@Nullable Integer first, int count) throws ServerException {
    if (first != null && (first < 1 || first + count - 1 > 65535)) {
      throw new ServerException("port " + first + " is not between 1 and " + (65536 - count));
    }
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int wanted = first == null ? 0 : first + i;
        ServerSocket socket = new ServerSocket();
        sockets.add(socket);
        // As mongod does: a port in TIME_WAIT is free.
        socket.setReuseAddress(true);
        try {
          socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), wanted));
        } catch (IOException e) {
          throw new ServerException(
              "port " + wanted + " of 127.0.0.1 is taken; end what listens there or use another");
        }
        ports.add(socket.getLocalPort());
      }
      return ports;
    } catch (IOException e) {
      throw new ServerException("cannot find a free port on 127.0.0.1: " + e.getMessage());
    } finally {
      for (ServerSocket socket : sockets) {
        try {
          socket.close();
        } catch (IOException e) {
          // An unclosed probe shows as a taken port, which is reported.
        }
      }
    }
  }
}
