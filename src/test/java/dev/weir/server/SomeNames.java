package dev.weir.server;

import java.util.List;

/** A name service for tests: the hosts given are loopback, and every service is on two hosts. */
final class SomeNames implements HostNames {
  private final List<String> loopbacks;

  SomeNames(String... loopbacks) {
    this.loopbacks = List.of(loopbacks);
  }

  @Override
  public boolean loopback(String host) {
    return loopbacks.contains(host) || (!loopbacks.isEmpty() && host.equals("127.0.0.1"));
  }

  @Override
  public List<String> hostsOf(String name) {
    return List.of("first.of." + name, "second.of." + name);
  }
}
