package dev.weir.capacity.oplog;

import org.bson.RawBsonDocument;

/**
 * How much an update writes, by what the oplog keeps of it. MongoDB 6.0 keeps a difference ({@code
 * $v: 2}): inserted fields under {@code i}, changed ones under {@code u}, removed ones under {@code
 * d}, changed binary data under {@code b}, and for a field {@code x} that is changed inside, its
 * own difference under {@code sx}. The difference of an array begins with {@code a: true}, may cut
 * the array to the length {@code l}, and has its elements under {@code u0} and {@code s0}. Counted
 * are the paths, and the bytes of an update document that sets and unsets them.
 */
final class UpdateSize {
  /** A BSON document is no deeper on a server. */
  private static final int DEEPEST = 200;

  private static final int EMPTY_DOCUMENT = 5;

  /** Type and NUL around a name. */
  private static final int AROUND_NAME = 2;

  /** {@code $unset} names a field with an empty string, the difference with a boolean. */
  private static final int LONGER_UNSET = 4;

  private int sets;
  private int unsets;
  private int setBytes;
  private int unsetBytes;

  private UpdateSize() {}

  /** Of the update of one document, by the {@code o} of an entry {@code u}. */
  static OplogWrite write(String namespace, long document, RawBsonDocument update) {
    BsonElements elements = new BsonElements(update);
    UpdateSize size = new UpdateSize();
    boolean operators = false;
    int fields = 0;
    while (elements.next()) {
      String name = elements.name();
      operators |= name.startsWith("$");
      if (name.equals("diff") && operators) {
        size.object(elements.document(), 0, 0);
      } else if (name.equals("$set")) {
        size.fields(elements.document(), 0); // $v: 1, of servers before 5.0
      } else if (name.equals("$unset")) {
        size.removed(elements.document(), 0, 0);
      } else if (!name.equals("_id")) {
        fields++;
      }
    }
    return operators
        ? new OplogWrite(
            OplogWrite.Kind.UPDATE, namespace, document, size.sets + size.unsets, size.bytes())
        : new OplogWrite(
            OplogWrite.Kind.REPLACE,
            namespace,
            document,
            fields,
            update.getByteBuffer().remaining());
  }

  private int bytes() {
    return EMPTY_DOCUMENT
        + (sets == 0 ? 0 : AROUND_NAME + "$set".length() + EMPTY_DOCUMENT + setBytes)
        + (unsets == 0 ? 0 : AROUND_NAME + "$unset".length() + EMPTY_DOCUMENT + unsetBytes);
  }

  /**
   * @param prefix bytes of the path to this object, with a dot behind each name
   */
  private void object(RawBsonDocument diff, int prefix, int depth) {
    BsonElements sections = new BsonElements(diff);
    while (sections.next()) {
      switch (sections.name()) {
        case "i", "u", "b" -> fields(sections.document(), prefix);
        case "d" -> removed(sections.document(), prefix, LONGER_UNSET);
        default -> inside(sections, prefix, depth);
      }
    }
  }

  private void inside(BsonElements section, int prefix, int depth) {
    if (!section.name().startsWith("s") || depth == DEEPEST) {
      throw new UnreadableEntryException("no section of a difference: '" + section.name() + "'");
    }
    int path = prefix + section.nameBytes(); // a dot more, the letter s less
    RawBsonDocument diff = section.document();
    BsonElements first = new BsonElements(diff);
    if (first.next() && first.name().equals("a") && first.isTrue()) {
      array(diff, path, depth + 1);
    } else {
      object(diff, path, depth + 1);
    }
  }

  private void array(RawBsonDocument diff, int prefix, int depth) {
    BsonElements elements = new BsonElements(diff);
    while (elements.next()) {
      String name = elements.name();
      if (name.equals("l")) {
        sets++;
        setBytes += prefix - 1 + AROUND_NAME + Integer.BYTES;
      } else if (name.startsWith("u")) {
        sets++;
        setBytes += prefix - 1 + elements.size();
      } else if (!name.equals("a")) {
        inside(elements, prefix, depth);
      }
    }
  }

  private void fields(RawBsonDocument values, int prefix) {
    BsonElements elements = new BsonElements(values);
    while (elements.next()) {
      sets++;
      setBytes += prefix + elements.size();
    }
  }

  private void removed(RawBsonDocument names, int prefix, int more) {
    BsonElements elements = new BsonElements(names);
    while (elements.next()) {
      unsets++;
      unsetBytes += prefix + elements.size() + more;
    }
  }
}
