package dev.weir.server.nullserver;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/**
 * Reads one message after the other through one reused buffer. Payload is stepped over, never
 * copied to the heap; a message may be far larger than the buffer.
 */
final class MessageInput {
  /** Size of the four {@code int32} that open every message, in bytes. */
  static final int HEADER_BYTES = 16;

  /** {@code maxMessageSizeBytes} as given in {@code hello}, without the header. */
  static final int MAX_MESSAGE_BYTES = 48_000_000;

  /** {@code maxBsonObjectSize} plus the headroom that a server grants to commands. */
  static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024 + 16 * 1024;

  private static final int MIN_DOCUMENT_BYTES = 5;

  private final ReadableByteChannel channel;
  private final ByteBuffer buffer;

  /** Bytes of the current message that were not read yet, buffered or not. */
  private int left;

  MessageInput(ReadableByteChannel channel, int bufferBytes) {
    this.channel = channel;
    // Direct: the kernel copies straight into it, a heap buffer would cost one more copy.
    this.buffer = ByteBuffer.allocateDirect(bufferBytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.limit(0);
  }

  /**
   * Waits for the next message and reads its length.
   *
   * @return the length in bytes, header included, or -1 if the client closed the connection
   */
  int nextMessage() throws IOException {
    if (left != 0) {
      throw new MalformedMessageException(left + " bytes left over at the end of a message");
    }
    left = HEADER_BYTES;
    if (!buffer.hasRemaining() && !fill()) {
      left = 0;
      return -1;
    }
    int length = readInt();
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES + HEADER_BYTES) {
      throw new MalformedMessageException(
          "message length "
              + length
              + " is not within "
              + HEADER_BYTES
              + " to "
              + (MAX_MESSAGE_BYTES + HEADER_BYTES));
    }
    left = length - Integer.BYTES;
    return length;
  }

  /** Bytes of the current message that were not read yet. */
  int left() {
    return left;
  }

  byte readByte() throws IOException {
    require(Byte.BYTES);
    left--;
    return buffer.get();
  }

  int readInt() throws IOException {
    require(Integer.BYTES);
    left -= Integer.BYTES;
    return buffer.getInt();
  }

  /** Reads the length that opens a document and checks that the document fits {@code limit}. */
  int readDocumentLength(int limit) throws IOException {
    return checkedDocumentLength(readInt(), limit);
  }

  /** Reads a zero-terminated string that must fit the buffer. */
  String readCString() throws IOException {
    int length = cStringLength();
    String value = readUtf8(length);
    skip(1);
    return value;
  }

  /** Steps over a zero-terminated string. */
  void skipCString() throws IOException {
    while (readByte() != 0) {}
  }

  /** Reads {@code length} bytes, which must fit the buffer, as UTF-8. */
  String readUtf8(int length) throws IOException {
    return new String(readBytes(length), StandardCharsets.UTF_8);
  }

  /** Reads {@code length} bytes, which must fit the buffer. */
  byte[] readBytes(int length) throws IOException {
    require(length);
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    left -= length;
    return bytes;
  }

  /** Reads a document of at most {@code limit} bytes, which must fit the buffer. */
  BsonDocument readDocument(int limit) throws IOException {
    require(Integer.BYTES);
    int length = checkedDocumentLength(buffer.getInt(buffer.position()), limit);
    return new RawBsonDocument(readBytes(length));
  }

  /** The name of the first element of the document that starts here; nothing is stepped over. */
  String peekFirstName(int limit) throws IOException {
    require(Integer.BYTES + 1);
    int start = Integer.BYTES + 1;
    int end = start;
    while (peek(end) != 0) {
      if (++end - start > limit) {
        throw new MalformedMessageException("a command's name is longer than " + limit + " bytes");
      }
    }
    byte[] name = new byte[end - start];
    buffer.get(buffer.position() + start, name);
    return new String(name, StandardCharsets.UTF_8);
  }

  private byte peek(int offset) throws IOException {
    require(offset + 1);
    return buffer.get(buffer.position() + offset);
  }

  /** Steps over {@code count} bytes of the current message. */
  void skip(int count) throws IOException {
    if (count < 0 || count > left) {
      throw new MalformedMessageException("a length reaches beyond the end of its message");
    }
    left -= count;
    int rest = count;
    while (rest > buffer.remaining()) {
      rest -= buffer.remaining();
      buffer.position(buffer.limit());
      fillOrFail();
    }
    buffer.position(buffer.position() + rest);
  }

  /**
   * Counts the documents that fill the next {@code byteCount} bytes, by their length prefixes
   * alone, and steps over them.
   */
  int skipDocuments(int byteCount) throws IOException {
    int rest = byteCount;
    int count = 0;
    while (rest > 0) {
      int length = readDocumentLength(rest);
      skip(length - Integer.BYTES);
      rest -= length;
      count++;
    }
    return count;
  }

  private int cStringLength() throws IOException {
    int length = 0;
    while (peek(length) != 0) {
      length++;
    }
    return length;
  }

  private static int checkedDocumentLength(int length, int limit) throws IOException {
    if (length < MIN_DOCUMENT_BYTES || length > limit || length > MAX_DOCUMENT_BYTES) {
      throw new MalformedMessageException("document length " + length + " does not fit its place");
    }
    return length;
  }

  private void require(int count) throws IOException {
    if (count < 0 || count > left) {
      throw new MalformedMessageException("a length reaches beyond the end of its message");
    }
    if (buffer.remaining() >= count) {
      return;
    }
    if (count > buffer.capacity()) {
      throw new MalformedMessageException("a field of " + count + " bytes is too long");
    }
    buffer.compact();
    buffer.flip();
    while (buffer.remaining() < count) {
      int kept = buffer.remaining();
      buffer.position(kept).limit(buffer.capacity());
      int read = channel.read(buffer);
      buffer.flip();
      if (read < 0) {
        throw new EOFException("the connection ended within a message");
      }
    }
  }

  /** Reads into the empty buffer; false at the end of the stream. */
  private boolean fill() throws IOException {
    buffer.clear();
    int read = channel.read(buffer);
    buffer.flip();
    return read >= 0;
  }

  private void fillOrFail() throws IOException {
    if (!fill()) {
      throw new EOFException("the connection ended within a message");
    }
  }
}
