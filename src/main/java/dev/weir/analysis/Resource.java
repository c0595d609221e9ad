package dev.weir.analysis;

/** What can hold a cell back, and the verdicts that name nothing. */
public enum Resource {
  CLIENT_CPU("client CPU"),
  SERVER_CPU("server CPU"),
  CONNECTION_POOL("connection pool"),
  ROUND_TRIP("round-trip latency (too few in flight)"),
  DISK("disk / journal"),
  CACHE("WiredTiger cache or eviction"),
  CONFLICT("lock or write conflict on hot documents"),
  REPLICATION("replication or flow control"),
  GENERATOR("generator starved"),
  /** Nothing held it back: it was asked for a rate and reached it. */
  OFFERED("rate was offered; not a limit"),
  NOT_SATURATED("not saturated"),
  UNDECIDED("undecided");

  private final String title;

  Resource(String title) {
    this.title = title;
  }

  /** As it is written in a record and shown to a reader. */
  public String title() {
    return title;
  }
}
