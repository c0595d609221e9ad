package dev.weir.server.nullserver;

import java.io.IOException;

/** A client sent bytes that are no message of the wire protocol; its connection is closed. */
final class MalformedMessageException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }
}
