package dev.weir.capture.timeline;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one sampler's file, sample by sample, whatever is in it: content that makes no sense is
 * skipped and named in {@link Problems}, never thrown. Holds one sample at a time.
 */
public interface SampleReader extends Closeable {
  /**
   * The next sample, null at the end.
   *
   * @throws IOException if the file cannot be read
   */
  @Nullable Sample next() throws IOException;
}
