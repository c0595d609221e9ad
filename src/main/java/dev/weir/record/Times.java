package dev.weir.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * All times of one kind in a measured span.
 *
 * @param micros their percentiles, null without any
 * @param histogram the times themselves in ns: HdrHistogram's compressed encoding in Base64, empty
 *     where nothing was measured
 */
public record Times(@Nullable Percentiles micros, String histogram) {
  /** Nothing was measured. */
  public static final Times NONE = new Times(null, "");

  /** The times of a histogram of nanoseconds. */
  public static Times of(Histogram histogram) {
    return new Times(Percentiles.of(histogram), encode(histogram));
  }

  /** A histogram in HdrHistogram's compressed encoding, as Base64. */
  public static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}
