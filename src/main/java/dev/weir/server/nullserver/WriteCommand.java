package dev.weir.server.nullserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * An {@code insert}, {@code update} or {@code delete}, read with as little work as possible: its
 * documents are counted by their length prefixes and not looked into.
 */
final class WriteCommand implements Sequences {
  /** The kinds of write. */
  enum Kind {
    INSERT("insert", "documents"),
    UPDATE("update", "updates"),
    DELETE("delete", "deletes");

    final String command;
    final String payload;

    Kind(String command, String payload) {
      this.command = command;
      this.payload = payload;
    }

    static Optional<Kind> ofCommand(String name) {
      for (Kind kind : values()) {
        if (kind.command.equals(name)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }

  private static final int STRING = 0x02;
  private static final int ARRAY = 0x04;

  private final Kind kind;
  private final List<BsonDocument> kept = new ArrayList<>();
  private String collection = "";
  private String database = "";
  private int count;

  private WriteCommand(Kind kind) {
    this.kind = kind;
  }

  /**
   * Reads the command's body, length prefix included, whose first element names {@code kind}.
   *
   * @see <a href="https://bsonspec.org/spec.html">BSON specification 1.1</a>
   */
  static WriteCommand readBody(Kind kind, MessageInput in) throws IOException {
    WriteCommand command = new WriteCommand(kind);
    int before = in.left();
    int length = in.readDocumentLength(before);
    boolean first = true;
    for (int type = in.readByte(); type != 0; type = in.readByte()) {
      switch (type) {
        case STRING -> {
          String name = in.readCString();
          String value = readString(in);
          if (first) {
            command.collection = value;
          } else if (name.equals("$db")) {
            command.database = value;
          }
        }
        case ARRAY -> {
          String name = in.readCString();
          if (name.equals(kind.payload)) {
            command.readArray(in);
          } else {
            skipValue(type, in);
          }
        }
        default -> {
          in.skipCString();
          skipValue(type, in);
        }
      }
      first = false;
    }
    if (before - in.left() != length) {
      throw new MalformedMessageException("a command's length does not match its content");
    }
    return command;
  }

  @Override
  public boolean takes(String name) {
    return kind.payload.equals(name);
  }

  @Override
  public void readSequence(String name, MessageInput in, int byteCount) throws IOException {
    if (!keeps()) {
      count += in.skipDocuments(byteCount);
      return;
    }
    int end = in.left() - byteCount;
    while (in.left() > end) {
      readDocument(in, in.left() - end);
    }
  }

  Kind kind() {
    return kind;
  }

  String database() {
    return database;
  }

  String collection() {
    return collection;
  }

  /** Number of operations the command carries. */
  int count() {
    return count;
  }

  /** The documents to keep; empty unless this inserts into a kept collection. */
  List<BsonDocument> kept() {
    return kept;
  }

  boolean keeps() {
    return kind == Kind.INSERT && Namespaces.keeps(collection);
  }

  private void readArray(MessageInput in) throws IOException {
    int before = in.left();
    int length = in.readDocumentLength(before);
    for (int type = in.readByte(); type != 0; type = in.readByte()) {
      if (type != 0x03) {
        throw new MalformedMessageException("an operation of a write is not a document");
      }
      in.skipCString();
      readDocument(in, in.left());
    }
    if (before - in.left() != length) {
      throw new MalformedMessageException("an array's length does not match its content");
    }
  }

  private void readDocument(MessageInput in, int limit) throws IOException {
    if (keeps()) {
      kept.add(in.readDocument(limit));
    } else {
      in.skip(in.readDocumentLength(limit) - Integer.BYTES);
    }
    count++;
  }

  private static String readString(MessageInput in) throws IOException {
    int length = in.readInt();
    if (length < 1) {
      throw new MalformedMessageException("a string of " + length + " bytes");
    }
    String value = in.readUtf8(length - 1);
    in.skip(1);
    return value;
  }

  static void skipValue(int type, MessageInput in) throws IOException {
    switch (type) {
      case 0x01, 0x09, 0x11, 0x12 -> in.skip(8);
      case 0x02, 0x0D, 0x0E -> in.skip(in.readInt());
      case 0x03, 0x04 -> in.skip(in.readDocumentLength(in.left()) - Integer.BYTES);
      case 0x05 -> {
        int length = in.readInt();
        in.skip(1);
        in.skip(length);
      }
      case 0x06, 0x0A, 0x7F, -1 -> {}
      case 0x07 -> in.skip(12);
      case 0x08 -> in.skip(1);
      case 0x0B -> {
        in.skipCString();
        in.skipCString();
      }
      case 0x10 -> in.skip(4);
      case 0x13 -> in.skip(16);
      default -> throw new MalformedMessageException("unknown BSON type " + (type & 0xFF));
    }
  }
}
