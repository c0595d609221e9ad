package dev.weir.analysis.bottleneck;

/** What can hold a cell back, and the verdicts that name nothing. */
public enum Resource {
  CLIENT_CPU("client CPU", "--set inFlight=<twice as many> shows no difference"),
  SERVER_CPU(
      "server CPU",
      "--set inFlight=<twice as many> shows no difference,"
          + " --other-uri=<a server on half the cores> is slower"),
  CONNECTION_POOL("connection pool", "--set pool=<twice as large> is faster"),
  ROUND_TRIP("round-trip latency (too few in flight)", "--set inFlight=<twice as many> is faster"),
  DISK("disk / journal", "--set writeConcern=w1 is faster"),
  CACHE(
      "WiredTiger cache or eviction",
      "--other-uri=<a server whose cache holds all data> is faster"),
  CONFLICT("lock or write conflict on hot documents", "--set keys=uniform is faster"),
  REPLICATION("replication or flow control", "--set writeConcern=w1 is faster"),
  GENERATOR("generator starved", ""),
  /** Nothing held it back: it was asked for a rate and reached it. */
  OFFERED("rate was offered; not a limit", ""),
  NOT_SATURATED("not saturated", ""),
  UNDECIDED("undecided", "");

  private final String title;
  private final String test;

  Resource(String title, String test) {
    this.title = title;
    this.test = test;
  }

  /** As it is written in a record and shown to a reader. */
  public String title() {
    return title;
  }

  /**
   * How to test the verdict: arguments of {@code weir versus STUDY} that change this resource, and
   * what they should show. Empty where no change of one side tests it.
   */
  public String test() {
    return test;
  }
}
