package dev.weir.server.nullserver;

import java.io.IOException;

/** A command that takes documents in sections beside its body. */
interface Sequences {
  /** Whether it wants the documents of the section of that name. */
  boolean takes(String name);

  /** Reads the documents of a section that it takes, {@code byteCount} bytes in all. */
  void readSequence(String name, MessageInput in, int byteCount) throws IOException;
}
