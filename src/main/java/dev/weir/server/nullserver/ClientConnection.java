package dev.weir.server.nullserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Serves one connection, one message after the other, on a thread of its own: there is nothing to
 * wait for but the client, so nothing is cheaper.
 *
 * @see <a href="https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/">MongoDB wire
 *     protocol</a>
 */
final class ClientConnection {
  private static final int OP_REPLY = 1;
  private static final int OP_QUERY = 2004;
  private static final int OP_MSG = 2013;

  private static final int CHECKSUM_PRESENT = 1;
  private static final int MORE_TO_COME = 1 << 1;
  private static final int REQUIRED_FLAGS = 0xFFFF;

  private static final int MAX_COMMAND_NAME = 64;
  private static final int BUFFER_BYTES = 128 * 1024;

  private static final int FLAGS_AND_KIND = Integer.BYTES + 1;
  private static final int OP_REPLY_PROLOGUE = 20;

  // {n: int32, nModified: int32, ok: double}; without nModified for inserts and deletes.
  private static final int N_BYTES = 1 + 2 + 4;
  private static final int N_MODIFIED_BYTES = 1 + 10 + 4;
  private static final int OK_BYTES = 1 + 3 + 8;
  private static final byte INT32 = 0x10;
  private static final byte DOUBLE = 0x01;
  private static final byte[] N = {'n', 0};
  private static final byte[] N_MODIFIED = {'n', 'M', 'o', 'd', 'i', 'f', 'i', 'e', 'd', 0};
  private static final byte[] OK = {'o', 'k', 0};

  private final SocketChannel channel;
  private final MessageInput in;
  private final CommandReplies commands;
  private final Counters counters;
  private final Namespaces namespaces;
  private final int connectionId;
  private final ByteBuffer writeReply =
      ByteBuffer.allocateDirect(128).order(ByteOrder.LITTLE_ENDIAN);
  private int lastRequestId;

  ClientConnection(
      SocketChannel channel,
      CommandReplies commands,
      Counters counters,
      Namespaces namespaces,
      int connectionId) {
    this.channel = channel;
    this.in = new MessageInput(channel, BUFFER_BYTES);
    this.commands = commands;
    this.counters = counters;
    this.namespaces = namespaces;
    this.connectionId = connectionId;
  }

  /** Serves until the client closes the connection. */
  void serve() throws IOException {
    for (int length = in.nextMessage(); length >= 0; length = in.nextMessage()) {
      counters.requests.increment();
      counters.bytesIn.add(length);
      int requestId = in.readInt();
      in.skip(Integer.BYTES); // responseTo, meaningless in a request
      int opCode = in.readInt();
      switch (opCode) {
        case OP_MSG -> opMsg(requestId);
        case OP_QUERY -> opQuery(requestId);
        default -> throw new MalformedMessageException("unsupported opcode " + opCode);
      }
    }
  }

  private void opMsg(int requestId) throws IOException {
    int flags = in.readInt();
    if ((flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) != 0) {
      throw new MalformedMessageException("unknown required flag bits in " + flags);
    }
    int trailer = (flags & CHECKSUM_PRESENT) == 0 ? 0 : Integer.BYTES;
    boolean replyWanted = (flags & MORE_TO_COME) == 0;
    if (in.readByte() != 0) {
      // Either order is legal, every driver sends the body first, and so nothing is buffered.
      throw new MalformedMessageException("the first section of a message must be its body");
    }
    String name = in.peekFirstName(MAX_COMMAND_NAME);
    Optional<WriteCommand.Kind> kind = WriteCommand.Kind.ofCommand(name);
    if (kind.isPresent()) {
      WriteCommand command = WriteCommand.readBody(kind.get(), in);
      sequences(command, trailer);
      in.skip(trailer);
      acknowledge(command);
      if (replyWanted) {
        replyToWrite(requestId, command);
      }
    } else if (name.equals(BulkWriteCommand.NAME)) {
      BulkWriteCommand command = BulkWriteCommand.readBody(in);
      sequences(command, trailer);
      in.skip(trailer);
      command.acknowledge(counters, namespaces);
      if (replyWanted) {
        send(requestId, OP_MSG, command.reply());
      }
    } else {
      BsonDocument body = in.readDocument(in.left() - trailer);
      sequences(null, trailer);
      in.skip(trailer);
      BsonDocument reply = answer(body);
      if (replyWanted) {
        send(requestId, OP_MSG, reply);
      }
    }
  }

  private void sequences(@Nullable Sequences command, int trailer) throws IOException {
    while (in.left() > trailer) {
      int kind = in.readByte();
      int before = in.left();
      int size = in.readInt();
      if (kind != 1 || size < Integer.BYTES + 1 || size > before - trailer) {
        throw new MalformedMessageException("section of kind " + kind + " and size " + size);
      }
      String name = in.readCString();
      int documents = size - (before - in.left());
      if (documents < 0) {
        throw new MalformedMessageException("a document sequence is shorter than its name");
      }
      if (command != null && command.takes(name)) {
        command.readSequence(name, in, documents);
      } else {
        in.skip(documents);
      }
    }
  }

  private void acknowledge(WriteCommand command) {
    switch (command.kind()) {
      case INSERT -> {
        counters.inserted.add(command.count());
        Namespaces.Entry entry = namespaces.get(command.database(), command.collection());
        entry.count.add(command.count());
        entry.keep(command.kept());
      }
      case UPDATE -> counters.updated.add(command.count());
      case DELETE -> {
        counters.deleted.add(command.count());
        if (Namespaces.keeps(command.collection())) {
          namespaces.drop(command.database(), command.collection());
        }
      }
    }
  }

  private void replyToWrite(int requestId, WriteCommand command) throws IOException {
    boolean update = command.kind() == WriteCommand.Kind.UPDATE;
    int document = Integer.BYTES + N_BYTES + (update ? N_MODIFIED_BYTES : 0) + OK_BYTES + 1;
    ByteBuffer out = writeReply.clear();
    out.putInt(MessageInput.HEADER_BYTES + FLAGS_AND_KIND + document);
    out.putInt(++lastRequestId).putInt(requestId).putInt(OP_MSG);
    out.putInt(0).put((byte) 0);
    out.putInt(document);
    out.put(INT32).put(N).putInt(command.count());
    if (update) {
      out.put(INT32).put(N_MODIFIED).putInt(command.count());
    }
    out.put(DOUBLE).put(OK).putDouble(1.0);
    out.put((byte) 0);
    write(out.flip());
  }

  private void opQuery(int requestId) throws IOException {
    in.skip(Integer.BYTES); // flags
    in.skipCString(); // DATABASE.$cmd
    in.skip(2 * Integer.BYTES); // numberToSkip, numberToReturn
    BsonDocument body = in.readDocument(in.left());
    in.skip(in.left()); // an optional projection
    BsonDocument reply =
        CommandReplies.isHello(body)
            ? answer(body)
            : CommandReplies.unsupported(body.getFirstKey());
    send(requestId, OP_REPLY, reply);
  }

  private BsonDocument answer(BsonDocument body) throws IOException {
    try {
      return commands.answer(body, connectionId);
    } catch (BsonSerializationException | org.bson.BsonInvalidOperationException e) {
      throw new MalformedMessageException("a command cannot be read: " + e.getMessage());
    }
  }

  private void send(int requestId, int opCode, BsonDocument document) throws IOException {
    try (BasicOutputBuffer out = new BasicOutputBuffer()) {
      out.writeInt32(0); // the length, known at the end
      out.writeInt32(++lastRequestId);
      out.writeInt32(requestId);
      out.writeInt32(opCode);
      if (opCode == OP_MSG) {
        out.writeInt32(0); // flags
        out.writeByte(0); // kind: body
      } else {
        out.write(new byte[OP_REPLY_PROLOGUE - Integer.BYTES]); // flags, cursor, offset
        out.writeInt32(1); // one document
      }
      try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
        new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
      }
      out.writeInt32(0, out.getPosition());
      write(ByteBuffer.wrap(out.getInternalBuffer(), 0, out.getPosition()));
    }
  }

  private void write(ByteBuffer out) throws IOException {
    counters.bytesOut.add(out.remaining());
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }
}
