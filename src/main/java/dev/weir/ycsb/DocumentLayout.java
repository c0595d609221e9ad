package dev.weir.ycsb;

import java.util.Collection;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonType;
import org.bson.RawBsonDocument;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * YCSB records as BSON, laid out as by YCSB's own binding, so that data sets are interchangeable:
 * {@code _id} is the key, a string; every field is binary data of subtype 0.
 *
 * <p>Documents are encoded right here, once, on the thread that asks. Not safe for use by several
 * threads.
 */
final class DocumentLayout {
  private static final String ID = "_id";

  private final BasicOutputBuffer buffer = new BasicOutputBuffer(1024);

  RawBsonDocument record(String key, Map<String, ByteIterator> values) {
    BsonBinaryWriter writer = begin();
    writer.writeString(ID, key);
    fields(writer, values);
    return end(writer);
  }

  RawBsonDocument filter(String key) {
    BsonBinaryWriter writer = begin();
    writer.writeString(ID, key);
    return end(writer);
  }

  /** Keys from {@code first} on. */
  RawBsonDocument filterFrom(String first) {
    BsonBinaryWriter writer = begin();
    writer.writeStartDocument(ID);
    writer.writeString("$gte", first);
    writer.writeEndDocument();
    return end(writer);
  }

  RawBsonDocument setFields(Map<String, ByteIterator> values) {
    BsonBinaryWriter writer = begin();
    writer.writeStartDocument("$set");
    fields(writer, values);
    writer.writeEndDocument();
    return end(writer);
  }

  RawBsonDocument byKey() {
    BsonBinaryWriter writer = begin();
    writer.writeInt32(ID, 1);
    return end(writer);
  }

  /** The projection of those fields, null for whole documents. */
  @Nullable RawBsonDocument projection(@Nullable Collection<String> fields) {
    if (fields == null) {
      return null;
    }
    BsonBinaryWriter writer = begin();
    for (String field : fields) {
      writer.writeInt32(field, 1);
    }
    return end(writer);
  }

  /** Puts the binary fields of a document into {@code result}; the key is none. */
  static void read(RawBsonDocument document, Map<String, ByteIterator> result) {
    try (BsonBinaryReader reader = new BsonBinaryReader(document.getByteBuffer().asNIO())) {
      reader.readStartDocument();
      while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
        String name = reader.readName();
        if (reader.getCurrentBsonType() == BsonType.BINARY) {
          result.put(name, new ByteArrayByteIterator(reader.readBinaryData().getData()));
        } else {
          reader.skipValue();
        }
      }
    }
  }

  private BsonBinaryWriter begin() {
    buffer.truncateToPosition(0);
    BsonBinaryWriter writer = new BsonBinaryWriter(buffer);
    writer.writeStartDocument();
    return writer;
  }

  private RawBsonDocument end(BsonBinaryWriter writer) {
    writer.writeEndDocument();
    return new RawBsonDocument(buffer.toByteArray());
  }

  private static void fields(BsonBinaryWriter writer, Map<String, ByteIterator> values) {
    for (Map.Entry<String, ByteIterator> field : values.entrySet()) {
      writer.writeBinaryData(field.getKey(), new BsonBinary(field.getValue().toArray()));
    }
  }
}
