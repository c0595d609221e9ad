package dev.weir.load.trial;

import dev.weir.load.engine.TurnTaking;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The line on which two JVMs of one host hand the turn to each other: a loopback socket. The JVM
 * that waits for the turn is blocked in a read, so it leaves the cores to the other. One side
 * leads: it begins blocks, gives turns and gets them back.
 */
final class TurnLine implements Closeable {
  /** Said of a line that has broken. */
  static final String ENDED = "its JVM has ended";

  private static final int BLOCK = 1;
  private static final int TURN = 2;
  private static final int END = 3;
  private static final int BACK = 4;
  private static final int FIGURES = 5;
  private static final int FAILED = 6;

  /** Of what the other tells in one piece. */
  private static final int MOST_BYTES = 64 << 20;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /**
   * A block, as the leader describes it to the other side.
   *
   * @param nanos no group of turns begins after that
   */
  record Block(TurnTaking.Length length, long nanos) {}

  private TurnLine(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** Where the leader waits for the other. */
  static final class Gate implements Closeable {
    private static final int SECRET_BYTES = 16;
    private static final int HELLO_MILLIS = 2_000;
    private static final int BACKLOG = 8;

    private final ServerSocket server;
    private final String secret;

    private Gate(ServerSocket server, String secret) {
      this.server = server;
      this.secret = secret;
    }

    /** Opens a free port on the loopback. */
    static Gate open() throws IOException {
      byte[] random = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(random);
      return new Gate(
          new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()),
          HexFormat.of().formatHex(random));
    }

    int port() {
      return server.getLocalPort();
    }

    String secret() {
      return secret;
    }

    /**
     * Waits for the one that knows the secret; others are turned away.
     *
     * @throws IOException if it does not come in time
     */
    TurnLine accept(Duration atMost) throws IOException {
      long until = System.nanoTime() + atMost.toNanos();
      while (true) {
        long left = Math.max(1, (until - System.nanoTime()) / 1_000_000);
        server.setSoTimeout((int) left);
        Socket socket = server.accept();
        try {
          TurnLine line = new TurnLine(socket);
          socket.setSoTimeout(HELLO_MILLIS);
          if (known(line.in.readUTF())) {
            return line;
          }
        } catch (IOException e) {
          // Not the one that is waited for.
        }
        socket.close();
      }
    }

    private boolean known(String said) {
      return MessageDigest.isEqual(
          said.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  /** Calls the leader. */
  static TurnLine connect(int port, String secret) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
      TurnLine line = new TurnLine(socket);
      line.out.writeUTF(secret);
      line.out.flush();
      return line;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * The leader: a block begins.
   *
   * @param answerMillis longest time that the other may have a turn
   */
  void begin(Block block, long answerMillis) throws IOException {
    socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, answerMillis));
    out.writeByte(BLOCK);
    out.writeInt(block.length().calls());
    out.writeLong(block.length().nanos());
    out.writeInt(block.length().leftOut());
    out.writeLong(block.nanos());
    out.flush();
  }

  /**
   * The leader: gives the turn and waits until it is back.
   *
   * @return ns for which the other had it, by its own clock
   * @throws IOException if the other failed, with its reason, or has ended
   */
  long pass() throws IOException {
    out.writeByte(TURN);
    out.flush();
    expect(BACK);
    return in.readLong();
  }

  /** The leader: the block is over; what the other did in it, in its own words. */
  byte[] end() throws IOException {
    out.writeByte(END);
    out.flush();
    expect(FIGURES);
    int length = in.readInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("figures of " + length + " bytes");
    }
    byte[] figures = new byte[length];
    in.readFully(figures);
    return figures;
  }

  /** Waits for what follows in the line; the failure of the other, if that comes, is thrown. */
  private void expect(int kind) throws IOException {
    int said;
    try {
      said = in.readUnsignedByte();
    } catch (EOFException e) {
      throw new IOException(ENDED, e);
    }
    if (said == FAILED) {
      throw new IOException(in.readUTF());
    }
    if (said != kind) {
      throw new IOException("the JVMs are out of step");
    }
  }

  /** The other: the next block; null when the leader wants no more. */
  @Nullable Block nextBlock() throws IOException {
    int said = in.read();
    if (said < 0) {
      return null;
    }
    if (said != BLOCK) {
      throw new IOException("the JVMs are out of step");
    }
    int calls = in.readInt();
    long nanos = in.readLong();
    int leftOut = in.readInt();
    return new Block(new TurnTaking.Length(calls, nanos, leftOut), in.readLong());
  }

  /** The other: waits for the turn; false when the block is over. */
  boolean awaitTurn() throws IOException {
    int said = in.readUnsignedByte();
    if (said != TURN && said != END) {
      throw new IOException("the JVMs are out of step");
    }
    return said == TURN;
  }

  /**
   * The other: gives the turn back.
   *
   * @param heldNanos ns for which it was had
   */
  void giveBack(long heldNanos) throws IOException {
    out.writeByte(BACK);
    out.writeLong(heldNanos);
    out.flush();
  }

  /** The other: what it did in the block. */
  void tell(byte[] figures) throws IOException {
    out.writeByte(FIGURES);
    out.writeInt(figures.length);
    out.write(figures);
    out.flush();
  }

  /** The other: its side failed in its turn. */
  void fail(String reason) throws IOException {
    out.writeByte(FAILED);
    out.writeUTF(reason.substring(0, Math.min(1_000, reason.length())));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
