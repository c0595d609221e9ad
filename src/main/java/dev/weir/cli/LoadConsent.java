package dev.weir.cli;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import dev.weir.server.ServerUnderTest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Nobody's machine is put under load by mistake: a host that is not this one has to be named. */
final class LoadConsent {
  static final String VARIABLE = "WEIR_YES_LOAD";

  @Option(
      names = "--yes-load",
      paramLabel = "HOST",
      description =
          "Really write to and load this host, which is not loopback; once for each host. Or in WEIR_YES_LOAD, separated by commas.")
  private List<String> hosts = List.of();

  /**
   * Checks that every host beyond loopback was named.
   *
   * @param load what would be created there and how much load it would get, in words
   * @throws BadInput if one was not; nothing has been written then
   */
  void require(ServerUnderTest server, String load) throws BadInput {
    require(server, load, System.getenv().getOrDefault(VARIABLE, ""));
  }

  void require(ServerUnderTest server, String load, String variable) throws BadInput {
    Set<String> addresses = new TreeSet<>(server.facts().hosts());
    addresses.addAll(new ConnectionString(server.connectionString()).getHosts());
    Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    named.addAll(hosts);
    Arrays.stream(variable.split(",", -1)).map(String::strip).forEach(named::add);
    List<String> missing = new ArrayList<>();
    for (String address : addresses) {
      String host = new ServerAddress(address).getHost();
      if (!loopback(host) && !named.contains(host) && !missing.contains(host)) {
        missing.add(host);
      }
    }
    if (!missing.isEmpty()) {
      throw new BadInput(
          load
              + " on "
              + String.join(", ", missing)
              + ": nothing was written yet; if that is what you want, add "
              + String.join(" ", missing.stream().map(host -> "--yes-load " + host).toList()));
    }
  }

  /** A name that does not resolve is none; one that resolves to several addresses needs all. */
  private static boolean loopback(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
