package dev.weir.ycsb;

import dev.weir.fuzz.FuzzTarget;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import site.ycsb.DBException;

/** What a YCSB workload file says about MongoDB. */
public final class WorkloadFuzz {
  private static final String ALL =
      """
      recordcount=1000
      batchsize=50
      mongodb.url=mongodb://alice:secret@localhost:27017,127.0.0.1:1/ycsb?w=1&maxPoolSize=3
      mongodb.upsert=true
      mongodb.writeConcern=majority
      mongodb.readPreference=nearest
      mongodb.maxconnections=100
      """;

  private WorkloadFuzz() {}

  public static FuzzTarget workload() {
    return new FuzzTarget(
        "workload",
        WorkloadFuzz::read,
        DBException.class,
        List.of(ALL, "mongodb.url=mongodb://u:p@[::1]:27017/?tls=true\n"));
  }

  private static void read(String text) throws Exception {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IllegalArgumentException e) {
      return; // the JDK's own refusal, which the command shows
    }
    if (!properties.getProperty(BindingOptions.URL, "").contains("+srv")) { // asks the network
      BindingOptions.of(properties);
    }
  }
}
