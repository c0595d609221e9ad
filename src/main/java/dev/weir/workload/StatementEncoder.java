package dev.weir.workload;

import java.nio.ByteBuffer;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocumentWriter;
import org.bson.BsonWriter;
import org.bson.codecs.Encoder;
import org.bson.codecs.EncoderContext;

/**
 * Writes an update statement that is BSON already, through one reader that serves every statement.
 * The driver decorates the writer of an update, so that its own codec for raw documents misses the
 * copy it would take and makes a reader for each document; {@link BsonWriter#pipe} passes through.
 *
 * <p>Not for two threads at once: a stream of updates has one, and one batch in flight.
 */
final class StatementEncoder implements Encoder<byte[]> {
  private final StatementInput input = new StatementInput();
  private final BsonBinaryReader reader = new BsonBinaryReader(input);

  /**
   * @param statement a BSON document from its first byte; its own length counts, not the array's
   */
  @Override
  public void encode(BsonWriter writer, byte[] statement, EncoderContext context) {
    if (writer instanceof BsonDocumentWriter) {
      writer.pipe(
          new BsonBinaryReader(ByteBuffer.wrap(statement))); // somebody wants to look inside
      return;
    }
    input.restart(statement);
    writer.pipe(reader);
  }

  @Override
  public Class<byte[]> getEncoderClass() {
    return byte[].class;
  }
}
