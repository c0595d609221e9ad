package dev.weir.workload;

import com.mongodb.MongoClientSettings;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.conversions.Bson;
import org.bson.io.BasicOutputBuffer;

/** Updates as the driver would send them. */
final class Bsons {
  private Bsons() {}

  static BsonDocument encode(Bson bson) {
    BsonDocument document =
        bson.toBsonDocument(BsonDocument.class, MongoClientSettings.getDefaultCodecRegistry());
    BsonDocument copy = new BsonDocument();
    document.forEach(copy::put);
    return copy;
  }

  static int size(BsonDocument document) {
    BasicOutputBuffer out = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
    }
    return out.size();
  }

  /** Path, type and, for strings, length of every field, in order. */
  static List<String> structure(BsonDocument document) {
    List<String> fields = new ArrayList<>();
    document.forEach(
        (name, value) -> {
          if (value.isDocument()) {
            fields.add(name + " {");
            fields.addAll(structure(value.asDocument()));
            fields.add("}");
          } else {
            fields.add(
                name
                    + " "
                    + value.getBsonType()
                    + (value.isString() ? value.asString().getValue().length() : ""));
          }
        });
    return fields;
  }
}
