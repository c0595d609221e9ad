package dev.weir.capacity.oplog;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonBinaryReader;
import org.bson.BsonType;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.io.ByteBufferBsonInput;

/**
 * Walks over the elements of a BSON document, or of an array, where they lie: no objects are made
 * for their values, and an element tells how many bytes it takes.
 */
final class BsonElements {
  private final ByteBuffer bytes;
  private final ByteBufferBsonInput input;
  private final BsonBinaryReader reader;
  private BsonType type = BsonType.END_OF_DOCUMENT;
  private String name = "";
  private int start;
  private int value;
  private int end;

  BsonElements(RawBsonDocument document) {
    ByteBuf buffer = document.getByteBuffer();
    bytes = ByteBuffer.wrap(buffer.array()).order(ByteOrder.LITTLE_ENDIAN);
    input = new ByteBufferBsonInput(buffer);
    reader = new BsonBinaryReader(input);
    reader.readStartDocument();
  }

  /** Goes to the next element; false after the last one. */
  boolean next() {
    start = input.getPosition();
    type = reader.readBsonType();
    if (type == BsonType.END_OF_DOCUMENT) {
      return false;
    }
    name = reader.readName();
    value = input.getPosition();
    reader.skipValue();
    end = input.getPosition();
    return true;
  }

  String name() {
    return name;
  }

  /** UTF-8 bytes of the name. */
  int nameBytes() {
    return value - start - 2; // the type before it, the NUL after it
  }

  /** Bytes of type, name and value. */
  int size() {
    return end - start;
  }

  boolean isDocument() {
    return type == BsonType.DOCUMENT;
  }

  boolean isArray() {
    return type == BsonType.ARRAY;
  }

  /** The value as a document; an array as a document whose names are 0, 1, 2. */
  RawBsonDocument document() {
    require(isDocument() || isArray());
    return new RawBsonDocument(bytes.array(), value, end - value);
  }

  String text() {
    require(type == BsonType.STRING);
    int length = bytes.getInt(value) - 1;
    return new String(bytes.array(), value + Integer.BYTES, length, StandardCharsets.UTF_8);
  }

  /** An int32, an int64 or a time in ms. */
  long number() {
    if (type == BsonType.INT32) {
      return bytes.getInt(value);
    }
    require(type == BsonType.INT64 || type == BsonType.DATE_TIME);
    return bytes.getLong(value);
  }

  boolean isTrue() {
    return type == BsonType.BOOLEAN && bytes.get(value) != 0;
  }

  /** 64 bits of the value and its type: the same for the same value, else as good as random. */
  long hash() {
    long hash = 0xcbf29ce484222325L + type.getValue(); // FNV-1a, then the finish of SplitMix64
    for (int i = value; i < end; i++) {
      hash = (hash ^ bytes.get(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  private void require(boolean condition) {
    if (!condition) {
      throw new UnreadableEntryException("'" + name + "' is of type " + type);
    }
  }
}
