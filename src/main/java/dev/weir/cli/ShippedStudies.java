package dev.weir.cli;

import dev.weir.study.StudyReader;
import java.util.Iterator;

/** Names for help texts. */
final class ShippedStudies implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return StudyReader.shipped().iterator();
  }
}
