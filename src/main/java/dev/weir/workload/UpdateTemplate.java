package dev.weir.workload;

import dev.weir.study.UpdateShape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.io.BasicOutputBuffer;

/**
 * The BSON of one update size with the places of its values, so that fresh values can be patched in
 * without encoding again. BSON layout: bsonspec.org, version 1.1.
 */
final class UpdateTemplate {
  /**
   * Offset of the int64 in {@code {_id: <int64>}}: document length, type, {@code "_id"} and NUL.
   */
  static final int FILTER_KEY_OFFSET = 4 + 1 + 4;

  private final byte[] bytes;
  private final int keyOffset;
  private final int[] intOffsets;
  private final int[] characterOffsets;

  private UpdateTemplate(byte[] bytes, int keyOffset, int[] intOffsets, int[] characterOffsets) {
    this.bytes = bytes;
    this.keyOffset = keyOffset;
    this.intOffsets = intOffsets;
    this.characterOffsets = characterOffsets;
  }

  static byte[] filter() {
    BasicOutputBuffer out = new BasicOutputBuffer(32);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      writer.writeStartDocument();
      writer.writeInt64("_id", 0);
      writer.writeEndDocument();
    }
    return out.toByteArray();
  }

  static UpdateTemplate of(RoleSchema schema, UpdateShape shape, List<RoleField> fields) {
    BasicOutputBuffer out = new BasicOutputBuffer(1024);
    int keyOffset = -1;
    int[] ints = new int[(int) fields.stream().filter(RoleField::isInt).count()];
    int[] characters = new int[fields.stream().mapToInt(RoleField::characters).sum()];
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      writer.writeStartDocument();
      if (shape == UpdateShape.REPLACE) {
        writer.writeInt64("_id", 0);
        keyOffset = out.getPosition() - Long.BYTES;
      } else {
        writer.writeStartDocument("$set");
      }
      if (shape != UpdateShape.SET_FIELDS) {
        writer.writeStartDocument(schema.parent());
      }
      int nextInt = 0;
      int nextCharacter = 0;
      for (RoleField field : fields) {
        if (field.isInt()) {
          writer.writeInt32(field.name(), 0);
          ints[nextInt++] = out.getPosition() - Integer.BYTES;
        } else {
          writer.writeString(field.name(), "x".repeat(field.characters()));
          int first = out.getPosition() - 1 - field.characters(); // before the NUL
          for (int i = 0; i < field.characters(); i++) {
            characters[nextCharacter++] = first + i;
          }
        }
      }
      if (shape != UpdateShape.SET_FIELDS) {
        writer.writeEndDocument();
      }
      if (shape != UpdateShape.REPLACE) {
        writer.writeEndDocument();
      }
      writer.writeEndDocument();
    }
    return new UpdateTemplate(out.toByteArray(), keyOffset, ints, characters);
  }

  int length() {
    return bytes.length;
  }

  void copyTo(byte[] target) {
    System.arraycopy(bytes, 0, target, 0, bytes.length);
  }

  /** Writes key, version (the first int) and fresh values over the old ones. */
  void patch(ByteBuffer target, long key, int version, RoleValues values) {
    if (keyOffset >= 0) {
      target.putLong(keyOffset, key);
    }
    target.putInt(intOffsets[0], version);
    for (int i = 1; i < intOffsets.length; i++) {
      target.putInt(intOffsets[i], values.nextInt());
    }
    for (int offset : characterOffsets) {
      target.put(offset, (byte) values.nextCharacter());
    }
  }

  static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
