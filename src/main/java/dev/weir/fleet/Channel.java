package dev.weir.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lines of JSON over a socket. Lines are bounded, and reading ends after a silence. Writing may
 * block as long as the other side does not read: who must not wait uses {@link #offer}. Who takes
 * the other side for lost closes, which ends both.
 */
final class Channel implements AutoCloseable {
  /** Of somebody who has not shown the token yet. */
  static final int STRANGERS_LINE = 8 << 10;

  /** The histograms of an hour's trial, second by second. */
  static final int MEMBERS_LINE = 128 << 20;

  /** There may be a thousand of them in one JVM. */
  private static final int BUFFER = 1 << 14;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private int longest = STRANGERS_LINE;

  Channel(Socket socket, Duration silence) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true); // pings are timed
    socket.setSoTimeout((int) silence.toMillis());
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
  }

  /** The other side has shown the token. */
  void trust() {
    longest = MEMBERS_LINE;
  }

  /** How long the other side may be silent from now on. */
  void silence(Duration silence) throws IOException {
    socket.setSoTimeout((int) silence.toMillis());
  }

  /** Where the other side is. */
  String peer() {
    return String.valueOf(socket.getRemoteSocketAddress());
  }

  /**
   * The next message, null at the end.
   *
   * @throws java.net.SocketTimeoutException if none came in time
   * @throws IOException if it can't be read
   */
  <M> @Nullable M read(Class<M> kind) throws IOException {
    String line = line();
    if (line == null) {
      return null;
    }
    try {
      return JSON.readValue(line, kind);
    } catch (JsonProcessingException e) {
      throw new IOException("unreadable message: " + e.getOriginalMessage(), e);
    }
  }

  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null; // a line without an end is none
      }
      if (line.size() == longest) {
        throw new IOException("a message of more than " + longest + " bytes");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  void write(Object message) throws IOException {
    byte[] line = bytes(message);
    writing.lock();
    try {
      put(line);
    } finally {
      writing.unlock();
    }
  }

  /** As {@link #write}, unless another thread is writing. */
  void offer(Object message) throws IOException {
    if (writing.tryLock()) {
      try {
        put(bytes(message));
      } finally {
        writing.unlock();
      }
    }
  }

  private void put(byte[] line) throws IOException {
    out.write(line);
    out.write('\n');
    out.flush();
  }

  private static byte[] bytes(Object message) throws IOException {
    return JSON.writeValueAsBytes(message);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed as far as we are concerned.
    }
  }
}
