package dev.weir.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Makes a port of loopback reachable from other networks of this machine. */
final class TcpForward implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;

  private TcpForward(ServerSocket listener, int target) {
    this.listener = listener;
    this.target = target;
  }

  static TcpForward to(int port) throws IOException {
    TcpForward forward = new TcpForward(new ServerSocket(0), port);
    start("forward", forward::accept);
    return forward;
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket from = listener.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        start("forward-there", () -> pass(from, to));
        start("forward-back", () -> pass(to, from));
      } catch (IOException e) {
        // Closed, or the client went away.
      }
    }
  }

  private static void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // Either end has closed the connection, and so do we.
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
