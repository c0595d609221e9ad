package dev.weir.server.nullserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * A {@code bulkWrite} of MongoDB 8.0: writes of several collections in one command. Its operations
 * are counted by their first field and not looked into further.
 *
 * @see <a href="https://www.mongodb.com/docs/manual/reference/command/bulkWrite/">bulkWrite</a>
 */
final class BulkWriteCommand implements Sequences {
  static final String NAME = "bulkWrite";

  private static final String OPERATIONS = "ops";
  private static final String NAMESPACES = "nsInfo";
  private static final int BOOLEAN = 0x08;
  private static final int ARRAY = 0x04;
  private static final int DOCUMENT = 0x03;
  private static final int INT32 = 0x10;

  private final List<String> namespaces = new ArrayList<>();
  private byte[] kinds = new byte[64];
  private int count;

  /** Inserts by index of their namespace. */
  private int[] insertsOf = new int[4];

  private int inserted;
  private int updated;
  private int deleted;
  private boolean errorsOnly;

  private BulkWriteCommand() {}

  /** Reads the command's body, length prefix included. */
  static BulkWriteCommand readBody(MessageInput in) throws IOException {
    BulkWriteCommand command = new BulkWriteCommand();
    int before = in.left();
    int length = in.readDocumentLength(before);
    for (int type = in.readByte(); type != 0; type = in.readByte()) {
      String name = in.readCString();
      if (type == BOOLEAN && name.equals("errorsOnly")) {
        command.errorsOnly = in.readByte() != 0;
      } else if (type == ARRAY && command.takes(name)) {
        command.readArray(name, in);
      } else {
        WriteCommand.skipValue(type, in);
      }
    }
    if (before - in.left() != length) {
      throw new MalformedMessageException("a command's length does not match its content");
    }
    return command;
  }

  @Override
  public boolean takes(String name) {
    return name.equals(OPERATIONS) || name.equals(NAMESPACES);
  }

  @Override
  public void readSequence(String name, MessageInput in, int byteCount) throws IOException {
    int end = in.left() - byteCount;
    while (in.left() > end) {
      read(name, in, in.left() - end);
    }
  }

  private void readArray(String name, MessageInput in) throws IOException {
    int before = in.left();
    int length = in.readDocumentLength(before);
    for (int type = in.readByte(); type != 0; type = in.readByte()) {
      if (type != DOCUMENT) {
        throw new MalformedMessageException("an element of '" + name + "' is not a document");
      }
      in.skipCString();
      read(name, in, in.left());
    }
    if (before - in.left() != length) {
      throw new MalformedMessageException("an array's length does not match its content");
    }
  }

  private void read(String name, MessageInput in, int limit) throws IOException {
    if (name.equals(OPERATIONS)) {
      readOperation(in, limit);
    } else {
      BsonDocument info = in.readDocument(limit);
      if (!info.isString("ns")) {
        throw new MalformedMessageException("'nsInfo' names no namespace");
      }
      namespaces.add(info.getString("ns").getValue());
    }
  }

  /** The first field names the kind; its value is the index of the namespace. */
  private void readOperation(MessageInput in, int limit) throws IOException {
    int length = in.readDocumentLength(limit);
    int end = in.left() - (length - Integer.BYTES);
    int type = in.readByte();
    byte kind = in.readByte();
    in.skipCString(); // the rest of the name
    if (type != INT32) {
      throw new MalformedMessageException("an operation does not begin with its namespace");
    }
    int namespace = in.readInt();
    switch (kind) {
      case 'i' -> {
        inserted++;
        insert(namespace);
      }
      case 'u' -> updated++;
      case 'd' -> deleted++;
      default -> throw new MalformedMessageException("an operation is of no known kind");
    }
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, count * 2);
    }
    kinds[count++] = kind;
    in.skip(in.left() - end);
  }

  private void insert(int namespace) throws IOException {
    if (namespace < 0 || namespace >= NullServer.MAX_NAMESPACES) {
      throw new MalformedMessageException("namespace " + namespace + " of a bulkWrite");
    }
    if (namespace >= insertsOf.length) {
      insertsOf = Arrays.copyOf(insertsOf, Math.max(namespace + 1, insertsOf.length * 2));
    }
    insertsOf[namespace]++;
  }

  /** Counts what it acknowledges. */
  void acknowledge(Counters counters, Namespaces collections) {
    counters.inserted.add(inserted);
    counters.updated.add(updated);
    counters.deleted.add(deleted);
    for (int i = 0; i < Math.min(insertsOf.length, namespaces.size()); i++) {
      String name = namespaces.get(i);
      int dot = name.indexOf('.');
      if (insertsOf[i] > 0 && dot > 0) {
        collections.get(name.substring(0, dot), name.substring(dot + 1)).count.add(insertsOf[i]);
      }
    }
  }

  /** The answer: the counts, and unless only errors are wanted, that each operation is done. */
  BsonDocument reply() {
    BsonArray each = new BsonArray();
    for (int i = 0; !errorsOnly && i < count; i++) {
      BsonDocument one =
          new BsonDocument("ok", new BsonDouble(1))
              .append("idx", new BsonInt32(i))
              .append("n", new BsonInt32(1));
      each.add(kinds[i] == 'u' ? one.append("nModified", new BsonInt32(1)) : one);
    }
    return new BsonDocument("ok", new BsonDouble(1))
        .append(
            "cursor",
            new BsonDocument("id", new BsonInt64(0))
                .append("firstBatch", each)
                .append("ns", new BsonString("admin.$cmd.bulkWrite")))
        .append("nErrors", new BsonInt32(0))
        .append("nInserted", new BsonInt32(inserted))
        .append("nUpserted", new BsonInt32(0))
        .append("nMatched", new BsonInt32(updated))
        .append("nModified", new BsonInt32(updated))
        .append("nDeleted", new BsonInt32(deleted));
  }
}
