package dev.weir.server.nullserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * A server that acknowledges inserts, updates and deletes without doing them. What a client reaches
 * against it is that client's ceiling.
 *
 * <p>It speaks {@code OP_MSG} and, for the first handshake, {@code OP_QUERY}; counts the operations
 * it acknowledges and reports them in {@code serverStatus} under the names a mongod uses; and calls
 * itself {@code null server (not MongoDB)}. Inserted documents are forgotten but for those of
 * collections named {@code weir.marker…}.
 */
public final class NullServer implements AutoCloseable {
  /** More connections than this are closed at once, to bound memory. */
  static final int MAX_CONNECTIONS = 400;

  /** More in one bulkWrite than any client of ours writes to. */
  static final int MAX_NAMESPACES = 10_000;

  private final ServerSocketChannel listener;
  private final Consumer<String> log;
  private final Counters counters = new Counters();
  private final Namespaces namespaces = new Namespaces();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private final CommandReplies commands;
  private final int port;

  private NullServer(
      ServerSocketChannel listener, @Nullable String replicaSet, Consumer<String> log)
      throws IOException {
    this.listener = listener;
    this.log = log;
    this.port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    this.commands =
        new CommandReplies(
            counters, namespaces, Clock.systemUTC(), "127.0.0.1:" + port, replicaSet);
  }

  /**
   * Starts a server on loopback.
   *
   * @param port to listen on, 0 for any free one
   * @param replicaSet name of the set whose primary it claims to be, so that clients use sessions
   *     and retryable writes; null for a standalone without sessions
   * @param log takes a line for every connection that is closed because of what it sent
   * @throws IOException if the port cannot be had
   */
  public static NullServer start(int port, @Nullable String replicaSet, Consumer<String> log)
      throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      listener.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
      NullServer server = new NullServer(listener, replicaSet, log);
      daemon("null-server", server::accept);
      return server;
    } catch (IOException | RuntimeException e) {
      listener.close();
      throw e;
    }
  }

  /** Runs a server in this process until its standard input ends. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new NullServerCommand()).execute(args));
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** Where it listens, as {@code host:port}. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Closes the listener and every connection. */
  @Override
  public void close() {
    closeQuietly(listener);
    open.forEach(NullServer::closeQuietly);
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel channel = listener.accept();
        if (counters.connections.get() >= MAX_CONNECTIONS) {
          closeQuietly(channel);
          log.accept("null server: connection refused: " + MAX_CONNECTIONS + " are open");
          continue;
        }
        open.add(channel);
        if (!listener.isOpen()) {
          // close() may have looked at the open ones just before.
          closeQuietly(channel);
          return;
        }
        counters.connections.incrementAndGet();
        int id = counters.connectionsCreated.incrementAndGet();
        daemon("null-server-" + id, () -> serve(channel, id));
      }
    } catch (AsynchronousCloseException e) {
      // How close() ends this thread.
    } catch (IOException e) {
      if (listener.isOpen()) {
        log.accept("null server: cannot accept connections any more: " + e.getMessage());
        close();
      }
    }
  }

  private void serve(SocketChannel channel, int id) {
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      new ClientConnection(channel, commands, counters, namespaces, id).serve();
    } catch (MalformedMessageException e) {
      log.accept("null server: connection " + id + " closed: " + e.getMessage());
    } catch (IOException e) {
      // The client went away, or close() ends this thread.
    } finally {
      counters.connections.decrementAndGet();
      open.remove(channel);
      closeQuietly(channel);
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(AutoCloseable channel) {
    try {
      channel.close();
    } catch (Exception e) {
      // Nothing is left to be done with it.
    }
  }
}
