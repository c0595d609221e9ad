package dev.weir.server;

import java.util.Arrays;
import java.util.List;

/** A name service for tests: the hosts given are loopback, and every service is on two hosts. */
record SomeNames(String... loopbacks) implements HostNames {
  @Override
  public boolean loopback(String host) {
    return Arrays.asList(loopbacks).contains(host)
        || (loopbacks.length > 0 && host.equals("127.0.0.1"));
  }

  @Override
  public List<String> hostsOf(String name) {
    return List.of("first.of." + name, "second.of." + name);
  }
}
