package dev.weir.capacity.oplog;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonSerializationException;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an oplog as MongoDB 6.0 writes it.
 *
 * @param wallMillis when it was written, by the server's clock, UTC epoch ms
 * @param kind what it is
 * @param writes of documents of users, in order; those of migrations between shards left out
 * @param migrated writes that were left out because a migration made them
 * @param call which command it belongs to; null if the writer did not say
 */
record OplogEntry(
    long wallMillis, Kind kind, List<OplogWrite> writes, int migrated, @Nullable Call call) {

  enum Kind {
    /** One document. */
    WRITE,
    /** Several at once: a transaction, or writes that the server put together. */
    GROUP,
    /** Part of a transaction that is not decided by this entry. */
    PART,
    /** A prepared transaction takes effect. */
    COMMIT,
    /** A prepared transaction does not. */
    ABORT,
    /** Says that time passes, and such. */
    NOTHING,
    /** Another command, such as a new index. */
    COMMAND,
    /** Not of a form that is known. */
    UNKNOWN
  }

  /**
   * A retryable write or a transaction: all writes of one command have the same.
   *
   * @param session a hash of its id
   * @param number of the command within it
   */
  record Call(long session, long number) {}

  /** Groups in groups are not written today. */
  private static final int DEEPEST = 4;

  /** Reads an entry; one that can't be read is {@link Kind#UNKNOWN}. */
  static OplogEntry of(RawBsonDocument entry) {
    try {
      Operation operation = Operation.of(entry);
      List<OplogWrite> writes = new ArrayList<>();
      Kind kind = operation.collect(writes, 0);
      return new OplogEntry(operation.wall, kind, writes, operation.migrated, operation.call());
    } catch (UnreadableEntryException | BsonSerializationException | IndexOutOfBoundsException e) {
      return new OplogEntry(0, Kind.UNKNOWN, List.of(), 0, null);
    }
  }

  /** The fields of an entry, or of one of a group. */
  private static final class Operation {
    private String op = "";
    private String namespace = "";
    private @Nullable RawBsonDocument o;
    private @Nullable RawBsonDocument o2;
    private long wall;
    private boolean ofMigration;
    private @Nullable Long session;
    private @Nullable Long number;
    private int migrated;

    static Operation of(RawBsonDocument document) {
      Operation operation = new Operation();
      BsonElements fields = new BsonElements(document);
      while (fields.next()) {
        switch (fields.name()) {
          case "op" -> operation.op = fields.text();
          case "ns" -> operation.namespace = fields.text();
          case "o" -> operation.o = fields.document();
          case "o2" -> operation.o2 = fields.isDocument() ? fields.document() : null;
          case "wall" -> operation.wall = fields.number();
          case "fromMigrate" -> operation.ofMigration = fields.isTrue();
          case "lsid" -> operation.session = fields.hash();
          case "txnNumber" -> operation.number = fields.number();
          default -> {
            // Of no interest: ids of collections, versions, links between entries.
          }
        }
      }
      return operation;
    }

    @Nullable Call call() {
      return session == null || number == null ? null : new Call(session, number);
    }

    Kind collect(List<OplogWrite> writes, int depth) {
      return switch (op) {
        case "n" -> Kind.NOTHING;
        case "c" -> command(writes, depth);
        case "i", "u", "d" -> {
          if (ofMigration) {
            migrated++;
          } else if (ofUsers()) {
            writes.add(write());
          }
          yield Kind.WRITE;
        }
        default -> throw new UnreadableEntryException("unknown operation '" + op + "'");
      };
    }

    /** The server's own collections are no business of a plan. */
    private boolean ofUsers() {
      int dot = namespace.indexOf('.');
      String database = dot < 0 ? namespace : namespace.substring(0, dot);
      return !database.equals("config")
          && !database.equals("admin")
          && !database.equals("local")
          && !namespace.startsWith("system.", dot + 1);
    }

    private OplogWrite write() {
      RawBsonDocument document = required();
      if (op.equals("d")) {
        return new OplogWrite(OplogWrite.Kind.DELETE, namespace, id(document), 0, 0);
      }
      if (op.equals("u")) {
        if (o2 == null) {
          throw new UnreadableEntryException("an update of no document");
        }
        return UpdateSize.write(namespace, id(o2), document);
      }
      BsonElements fields = new BsonElements(document);
      int count = 0;
      while (fields.next()) {
        count += fields.name().equals("_id") ? 0 : 1;
      }
      return new OplogWrite(
          OplogWrite.Kind.INSERT,
          namespace,
          id(document),
          count,
          document.getByteBuffer().remaining());
    }

    private static long id(RawBsonDocument document) {
      BsonElements fields = new BsonElements(document);
      while (fields.next()) {
        if (fields.name().equals("_id")) {
          return fields.hash();
        }
      }
      throw new UnreadableEntryException("a document without _id");
    }

    private Kind command(List<OplogWrite> writes, int depth) {
      BsonElements fields = new BsonElements(required());
      Kind kind = Kind.COMMAND;
      while (fields.next()) {
        switch (fields.name()) {
          case "applyOps" -> {
            group(fields.document(), writes, depth);
            kind = kind == Kind.PART ? kind : Kind.GROUP;
          }
          case "partialTxn", "prepare" -> kind = fields.isTrue() ? Kind.PART : kind;
          case "commitTransaction" -> kind = Kind.COMMIT;
          case "abortTransaction" -> kind = Kind.ABORT;
          default -> {
            // A count, a time, or another command.
          }
        }
      }
      return kind;
    }

    private void group(RawBsonDocument operations, List<OplogWrite> writes, int depth) {
      if (depth == DEEPEST) {
        throw new UnreadableEntryException("groups in groups");
      }
      BsonElements each = new BsonElements(operations);
      while (each.next()) {
        Operation operation = of(each.document());
        operation.ofMigration |= ofMigration;
        operation.collect(writes, depth + 1);
        migrated += operation.migrated;
      }
    }

    private RawBsonDocument required() {
      if (o == null) {
        throw new UnreadableEntryException("nothing was done");
      }
      return o;
    }
  }
}
