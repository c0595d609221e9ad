package dev.weir.analysis.bottleneck;

/** What can hold a cell back, and the verdicts that name nothing. */
public enum Resource {
  CLIENT_CPU("client CPU", "--set inFlight=<twice as many> shows no difference"),
  SERVER_CPU(
      "server CPU",
      "--set inFlight=<twice as many> shows no difference,"
          + " --other-uri=<a server on half the cores> is slower"),
  /** Client and mongod share a full host, of which mongod alone has not enough to be named. */
  SHARED_HOST_CPU(
      "the shared host's CPU",
      "--other-uri=<the same server on a separate host> is faster,"
          + " --set inFlight=<twice as many> shows no difference"),
  /** A host that is not full, but both may use a few of its cores only. */
  SHARED_CORES(
      "the cores that client and mongod are confined to",
      "--other-uri=<a server on other cores> is faster"),
  CONNECTION_POOL("connection pool", "--set pool=<twice as large> is faster"),
  ROUND_TRIP("round-trip latency (too few in flight)", "--set inFlight=<twice as many> is faster"),
  DELAYED_LINK("delayed link", "--set linkMillis=0 is faster"),
  UPLINK("uplink", "--set clients=<twice as many>, each with a separate uplink, is faster"),
  SLOW_ANSWERS("slow answers", "--set inFlight=<twice as many> is faster"),
  ONE_CALL_SERVER("one call at a time: the server's CPU", "--set inFlight=2 is faster"),
  ONE_CALL_CLIENT("one call at a time: the client's CPU", "--set inFlight=2 is faster"),
  /** Each call is its CPU, and no processor is full. */
  FEW_CALLS("too few calls at a time", "--set inFlight=<twice as many> is faster"),
  DISK("disk / journal", "--set writeConcern=w1 is faster"),
  CACHE(
      "WiredTiger cache or eviction",
      "--other-uri=<a server whose cache holds all data> is faster"),
  CONFLICT("lock or write conflict on hot documents", "--set keys=uniform is faster"),
  REPLICATION("replication or flow control", "--set writeConcern=w1 is faster"),
  GENERATOR("generator starved", ""),
  /** Nothing held it back: it kept the rate or the pauses that it was asked for. */
  PACED("paced load", ""),
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

  /** What a record's title says of a cell, as the end of a sentence. */
  public static String sentence(String title) {
    if (title.equals(UNDECIDED.title)) {
      return "we can't tell what held it back";
    }
    if (title.equals(GENERATOR.title)) {
      return "held back by the load generator, so it says nothing about the server";
    }
    return title.equals(PACED.title)
        ? "held back by nothing but its own pace"
        : "held back by " + title;
  }

  /**
   * How to test the verdict: arguments of {@code weir versus STUDY} that change this resource, and
   * what they should show. Empty where no change of one side tests it.
   */
  public String test() {
    return test;
  }
}
