package dev.weir.server;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The user's word that hosts may be put under load. Nobody's machine is loaded by mistake: this
 * host's loopback needs no word, every other host has to be named. {@link ServerProvider} asks
 * before it connects.
 *
 * @param hosts names as the user gave them
 * @param load what would be created and how much load it would make, in words
 * @param readOnly whether nothing at all is written, so that no word is needed
 */
public record LoadConsent(Set<String> hosts, String load, boolean readOnly) {
  /** Names hosts, separated by commas. */
  public static final String VARIABLE = "WEIR_YES_LOAD";

  public LoadConsent {
    Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    hosts.stream().map(String::strip).filter(host -> !host.isEmpty()).forEach(named::add);
    hosts = Collections.unmodifiableSet(named);
  }

  /** What the environment names, for a load without further words. */
  static LoadConsent of(Map<String, String> environment) {
    String variable = environment.getOrDefault(VARIABLE, "");
    return new LoadConsent(
        new TreeSet<>(Arrays.asList(variable.split(",", -1))), "Weir writes", false);
  }

  /** For commands that write nothing. */
  static LoadConsent reading() {
    return new LoadConsent(Set.of(), "", true);
  }

  /** The same with more hosts and the load in words. */
  LoadConsent and(Collection<String> more, String inWords) {
    Set<String> all = new TreeSet<>(hosts);
    all.addAll(more);
    return new LoadConsent(all, inWords, false);
  }

  /**
   * Asks for the hosts that a URI names. Only the name service is used.
   *
   * @throws ServerException if a host beyond loopback was not named
   */
  void require(ConnectionString uri, HostNames names) throws ServerException {
    if (readOnly) {
      return;
    }
    if (uri.isSrvProtocol()) {
      String service = uri.getSrvServiceName() == null ? "mongodb" : uri.getSrvServiceName();
      List<String> hosts = new ArrayList<>();
      for (String host : uri.getHosts()) {
        hosts.addAll(names.hostsOf("_" + service + "._tcp." + host));
      }
      require(hosts, names);
    } else {
      require(uri.getHosts(), names);
    }
  }

  /**
   * Asks for hosts that a server named.
   *
   * @param addresses {@code host:port}, {@code host}, or the path of a socket
   * @throws ServerException if one beyond loopback was not named by the user
   */
  void require(Collection<String> addresses, HostNames names) throws ServerException {
    Set<String> missing = new TreeSet<>();
    for (String address : readOnly ? List.<String>of() : addresses) {
      String host = address.endsWith(".sock") ? "localhost" : new ServerAddress(address).getHost();
      if (!hosts.contains(host) && !names.loopback(host)) {
        missing.add(host);
      }
    }
    if (!missing.isEmpty()) {
      throw new ServerException(
          load
              + " on "
              + String.join(", ", missing)
              + ": nothing was written yet; if that is what you want, add "
              + String.join(" ", missing.stream().map(host -> "--yes-load " + host).toList())
              + " or set "
              + VARIABLE
              + "="
              + String.join(",", missing));
    }
  }
}
