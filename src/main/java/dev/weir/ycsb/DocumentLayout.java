package dev.weir.ycsb;

import java.util.Collection;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWrapper;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.Encoder;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * YCSB records as BSON, laid out as by YCSB's own binding, so that data sets are interchangeable:
 * {@code _id} is the key, a string; every field is binary data of subtype 0.
 *
 * <p>Filters and updates write themselves straight into the driver's message, each time that they
 * are sent; the values are drawn from YCSB only once, before.
 */
final class DocumentLayout {
  private static final String ID = "_id";

  private DocumentLayout() {}

  /** A whole record, encoded here: for any other kind of document the driver looks for its key. */
  static RawBsonDocument record(String key, Map<String, ByteIterator> values) {
    BasicOutputBuffer buffer = new BasicOutputBuffer(1024);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      writer.writeStartDocument();
      writer.writeString(ID, key);
      Fields.of(values).write(writer);
      writer.writeEndDocument();
    }
    return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getSize());
  }

  /** That key. */
  static BsonDocument filter(String key) {
    return document(writer -> writer.writeString(ID, key));
  }

  /** Keys from {@code first} on. */
  static BsonDocument filterFrom(String first) {
    return document(
        writer -> {
          writer.writeStartDocument(ID);
          writer.writeString("$gte", first);
          writer.writeEndDocument();
        });
  }

  static BsonDocument setFields(Map<String, ByteIterator> values) {
    Fields fields = Fields.of(values);
    return document(
        writer -> {
          writer.writeStartDocument("$set");
          fields.write(writer);
          writer.writeEndDocument();
        });
  }

  static BsonDocument byKey() {
    return new BsonDocument(ID, new BsonInt32(1));
  }

  /** The projection of those fields, null for whole documents. */
  static @Nullable BsonDocument projection(@Nullable Collection<String> fields) {
    if (fields == null) {
      return null;
    }
    BsonDocument projection = new BsonDocument();
    fields.forEach(field -> projection.append(field, new BsonInt32(1)));
    return projection;
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

  private static BsonDocument document(Content content) {
    return new BsonDocumentWrapper<>(content, ContentEncoder.INSTANCE);
  }

  /** Writes the elements of one document. */
  private interface Content {
    void write(BsonWriter writer);
  }

  /** Names and values, of which YCSB's iterators give the latter once. */
  private static final class Fields {
    private final String[] names;
    private final BsonBinary[] values;

    private Fields(String[] names, BsonBinary[] values) {
      this.names = names;
      this.values = values;
    }

    static Fields of(Map<String, ByteIterator> given) {
      String[] names = new String[given.size()];
      BsonBinary[] values = new BsonBinary[names.length];
      int field = 0;
      for (Map.Entry<String, ByteIterator> entry : given.entrySet()) {
        names[field] = entry.getKey();
        values[field++] = new BsonBinary(entry.getValue().toArray());
      }
      return new Fields(names, values);
    }

    void write(BsonWriter writer) {
      for (int field = 0; field < names.length; field++) {
        writer.writeBinaryData(names[field], values[field]);
      }
    }
  }

  private enum ContentEncoder implements Encoder<Content> {
    INSTANCE;

    @Override
    public void encode(BsonWriter writer, Content content, EncoderContext context) {
      writer.writeStartDocument();
      content.write(writer);
      writer.writeEndDocument();
    }

    @Override
    public Class<Content> getEncoderClass() {
      return Content.class;
    }
  }
}
