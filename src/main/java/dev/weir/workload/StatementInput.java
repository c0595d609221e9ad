package dev.weir.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.bson.BsonBinaryWriter;
import org.bson.io.BsonInput;
import org.bson.io.BsonInputMark;
import org.bson.io.BsonOutput;
import org.bson.types.ObjectId;

/**
 * As much of an input as {@link BsonBinaryWriter#pipe} reads: the length, then the rest as it is. A
 * request for single values gets an exception, because that would be a decode in the timed span.
 */
final class StatementInput implements BsonInput {
  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[0];
  private int position;

  /** Goes to the first byte of this array. */
  void restart(byte[] statement) {
    bytes = statement;
    position = 0;
  }

  @Override
  public int readInt32() {
    int value = (int) INT32.get(bytes, position);
    position += Integer.BYTES;
    return value;
  }

  @Override
  public void pipe(BsonOutput output, int length) {
    output.writeBytes(bytes, position, length);
    position += length;
  }

  @Override
  public int getPosition() {
    return position;
  }

  @Override
  public boolean hasRemaining() {
    return position < bytes.length;
  }

  @Override
  public void skip(int length) {
    position += length;
  }

  @Override
  public BsonInputMark getMark(int readLimit) {
    int marked = position;
    return () -> position = marked;
  }

  @Override
  public byte readByte() {
    throw decoding();
  }

  @Override
  public void readBytes(byte[] target) {
    throw decoding();
  }

  @Override
  public void readBytes(byte[] target, int offset, int length) {
    throw decoding();
  }

  @Override
  public long readInt64() {
    throw decoding();
  }

  @Override
  public double readDouble() {
    throw decoding();
  }

  @Override
  public String readString() {
    throw decoding();
  }

  @Override
  public ObjectId readObjectId() {
    throw decoding();
  }

  @Override
  public String readCString() {
    throw decoding();
  }

  @Override
  public void skipCString() {
    throw decoding();
  }

  @Override
  public void close() {
    // Nothing is held but the caller's array.
  }

  private static UnsupportedOperationException decoding() {
    return new UnsupportedOperationException(
        "a statement is copied as it is; this writer would decode it within the timed span");
  }
}
