package dev.weir.capacity;

/** What a document costs; each is fitted on its own. */
public enum Quantity {
  /** Of a full server: one second by documents per second. */
  TIME("time of a full server per document", "µs"),
  CLIENT_CPU("client CPU per document", "µs"),
  SERVER_CPU("server CPU per document", "µs"),
  NETWORK_IN("bytes to the server per document", "B"),
  NETWORK_OUT("bytes from the server per document", "B"),
  /** WiredTiger's log: what is forced to disk within 100 ms, before any checkpoint. */
  JOURNAL_BYTES("journal bytes per document", "B");

  private final String title;
  private final String unit;

  Quantity(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  public String title() {
    return title;
  }

  public String unit() {
    return unit;
  }
}
