package dev.weir.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;

/** What the name service says of hosts. No server is connected to. */
interface HostNames {
  /** Whether every address of the host is this machine's loopback; false for an unknown name. */
  boolean loopback(String host);

  /**
   * The hosts of a {@code mongodb+srv} URI.
   *
   * @param name for instance {@code _mongodb._tcp.cluster.example}
   * @return host names without ports
   * @throws ServerException if there is no such record
   */
  List<String> hostsOf(String name) throws ServerException;

  /** By the JVM's own resolver. */
  static HostNames system() {
    return new HostNames() {
      @Override
      public boolean loopback(String host) {
        try {
          return Arrays.stream(InetAddress.getAllByName(host))
              .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
          return false;
        }
      }

      @Override
      public List<String> hostsOf(String name) throws ServerException {
        return serviceRecord(name);
      }
    };
  }

  // JNDI, with its Hashtable, is the JDK's only way to an SRV record; only text comes back.
  @SuppressWarnings({"BanJNDI", "JdkObsolete"})
  private static List<String> serviceRecord(String name) throws ServerException {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put("java.naming.factory.initial", "com.sun.jndi.dns.DnsContextFactory");
    environment.put("com.sun.jndi.dns.timeout.initial", "2000");
    environment.put("com.sun.jndi.dns.timeout.retries", "2");
    List<String> hosts = new ArrayList<>();
    try {
      DirContext dns = new InitialDirContext(environment);
      try {
        Attribute found = dns.getAttributes("dns:/" + name, new String[] {"SRV"}).get("SRV");
        for (int i = 0; found != null && i < found.size(); i++) {
          // Priority, weight, port, host, which ends in a dot.
          String[] fields = String.valueOf(found.get(i)).split(" ", -1);
          hosts.add(fields[fields.length - 1].replaceFirst("\\.$", ""));
        }
      } finally {
        dns.close();
      }
    } catch (NamingException e) {
      throw new ServerException("no SRV record " + name + ": " + e.getMessage());
    }
    if (hosts.isEmpty()) {
      throw new ServerException("no SRV record " + name + "; check the URI");
    }
    return hosts;
  }
}
