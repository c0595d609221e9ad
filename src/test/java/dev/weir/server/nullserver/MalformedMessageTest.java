package dev.weir.server.nullserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
final class MalformedMessageTest {
  private static final int OP_MSG = 2013;
  private static final byte[] EMPTY = bytes(5).put(4, (byte) 0).putInt(0, 5).array();

  private final BlockingQueue<String> complaints = new LinkedBlockingQueue<>();
  private NullServer server;

  @BeforeEach
  void start() throws IOException {
    server = NullServer.start(0, null, complaints::add);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("message length 15", bytes(16).putInt(15).array()),
        Arguments.of("message length -1", bytes(16).putInt(-1).array()),
        Arguments.of("message length 48000017", bytes(16).putInt(48_000_017).array()),
        Arguments.of("unsupported opcode 2012", message(2012, new byte[8])),
        Arguments.of("unknown required flag bits", message(OP_MSG, section(4, 0, EMPTY))),
        Arguments.of("must be its body", message(OP_MSG, section(0, 1, EMPTY))),
        Arguments.of("beyond the end", message(OP_MSG, section(0, 0, new byte[0]))),
        Arguments.of("document length 4", message(OP_MSG, update(4, new byte[0]))),
        Arguments.of("document length 6", message(OP_MSG, update(6, new byte[0]))),
        Arguments.of("document length -5", message(OP_MSG, update(-5, new byte[0]))),
        Arguments.of("section of kind 2", message(OP_MSG, update(5, new byte[] {2, 0, 0, 0, 0}))),
        Arguments.of("unknown BSON type 64", message(OP_MSG, section(0, 0, withType(0x40)))));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void closesThatConnectionWithALine(String reason, byte[] message) throws Exception {
    try (Socket socket = connect();
        Socket other = connect()) {
      socket.getOutputStream().write(message);

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThat(complaints.poll(10, TimeUnit.SECONDS)).contains("closed: ").contains(reason);

      other.getOutputStream().write(message(OP_MSG, update(5, new byte[0])));
      assertThat(modified(other)).isOne();
    }
  }

  @Test
  void readsAMessageThatComesByteByByte() throws IOException {
    try (Socket socket = connect()) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      for (byte b : message(OP_MSG, update(5, new byte[0]))) {
        out.write(b);
        out.flush();
      }
      assertThat(modified(socket)).isOne();
    }
  }

  @Test
  void stepsOverAChecksumAndIgnoresOptionalFlags() throws IOException {
    ByteBuffer payload = ByteBuffer.wrap(update(5, new byte[Integer.BYTES]));
    payload.order(ByteOrder.LITTLE_ENDIAN).putInt(0, 1 | 1 << 16);
    byte[] message = message(OP_MSG, payload.array());
    try (Socket socket = connect()) {
      for (int i = 0; i < 2; i++) {
        socket.getOutputStream().write(message);
        assertThat(modified(socket)).isOne();
      }
    }
  }

  @Test
  void forgetsAConnectionThatEndsWithinAMessageWithoutAWord() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(bytes(4).putInt(1_000).array());
      socket.shutdownOutput();

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(complaints).isEmpty();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  /** Reads a reply to an update: header, flags, kind, then {n, nModified, ok}. */
  private static int modified(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = Integer.reverseBytes(in.readInt());
    byte[] rest = in.readNBytes(length - Integer.BYTES);
    assertThat(rest).hasSize(length - Integer.BYTES);
    int nModified = new String(rest, StandardCharsets.ISO_8859_1).indexOf("nModified");
    return ByteBuffer.wrap(rest)
        .order(ByteOrder.LITTLE_ENDIAN)
        .getInt(nModified + "nModified".length() + 1);
  }

  private static byte[] message(int opCode, byte[] payload) {
    return bytes(16 + payload.length)
        .putInt(16 + payload.length)
        .putInt(1)
        .putInt(0)
        .putInt(opCode)
        .put(payload)
        .array();
  }

  private static byte[] section(int flags, int kind, byte[] document) {
    return bytes(5 + document.length).putInt(flags).put((byte) kind).put(document).array();
  }

  /** An update of one statement that claims {@code length} bytes and has 5, then {@code tail}. */
  private static byte[] update(int length, byte[] tail) {
    byte[] body = section(0, 0, withType(0x0A));
    byte[] statement = bytes(5).putInt(length).array();
    return bytes(body.length + 18 + tail.length)
        .put(body)
        .put((byte) 1)
        .putInt(4 + 8 + 5)
        .put("updates\0".getBytes(StandardCharsets.UTF_8))
        .put(statement)
        .put(tail)
        .array();
  }

  /** The body {update: "c", x: a value of this type that takes no bytes}. */
  private static byte[] withType(int type) {
    byte[] name = "\2update\0\2\0\0\0c\0".getBytes(StandardCharsets.UTF_8);
    int length = 4 + name.length + 3 + 1;
    return bytes(length)
        .putInt(length)
        .put(name)
        .put((byte) type)
        .put((byte) 'x')
        .put((byte) 0)
        .put((byte) 0)
        .array();
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
  }
}
