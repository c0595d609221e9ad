package dev.weir.workload;

import org.bson.BsonDocument;
import org.bson.BsonDocumentWrapper;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** An update statement whose bytes are patched in place between calls. */
final class PatchedStatement implements Bson {
  private final byte[] bytes;
  private final StatementEncoder encoder;
  private BsonDocumentWrapper<byte[]> document;

  /**
   * @param bytes a BSON document, patched by its owner only while no call is under way
   */
  PatchedStatement(byte[] bytes, StatementEncoder encoder) {
    this.bytes = bytes;
    this.encoder = encoder;
    this.document = new BsonDocumentWrapper<>(bytes, encoder);
  }

  @Override
  public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecRegistry) {
    if (document.isUnwrapped()) {
      // A reader of it left a decoded copy there, which would be sent instead of the bytes.
      document = new BsonDocumentWrapper<>(bytes, encoder);
    }
    return document;
  }
}
