package dev.weir.runner;

import dev.weir.record.ClientFacts;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether server and client are still those of a run: else its trials can't be compared. */
final class FactsCheck {
  /** Installed memory as the kernel tells it differs a little from boot to boot. */
  private static final double MEMORY_TOLERANCE = 0.01;

  /** Settings that are new with every start of a server of ours. */
  private static final Set<String> OF_EACH_START =
      Set.of(
          "net.port",
          "net.tls.CAFile",
          "net.tls.certificateKeyFile",
          "storage.dbPath",
          "processManagement.pidFilePath",
          "systemLog.path");

  private final List<String> differences = new ArrayList<>();

  /** One line for each fact that differs, none if all agree. */
  static List<String> server(ServerFacts was, ServerFacts is) {
    FactsCheck check = new FactsCheck();
    check.compare("server product", was.product(), is.product());
    check.compare("server version", was.version(), is.version());
    check.compare("server build", was.gitVersion(), is.gitVersion());
    check.compare("topology", was.topology(), is.topology());
    check.compare("storage engine", was.storageEngine(), is.storageEngine());
    check.compare("server cache bytes", was.cacheBytes(), is.cacheBytes());
    check.compare("default write concern", was.defaultWriteConcern(), is.defaultWriteConcern());
    check.compare("server shares client's host", was.sharesClientHost(), is.sharesClientHost());
    boolean attached = !was.source().isOurs();
    if (attached || !is.source().isOurs()) {
      check.compare("server's origin", was.source(), is.source());
      check.compare("server addresses", was.hosts(), is.hosts());
    }
    check.compareAll("server host ", was.host(), is.host(), Set.of());
    check.compareAll(
        "server setting ", was.settings(), is.settings(), attached ? Set.of() : OF_EACH_START);
    return check.differences;
  }

  /** One line for each fact that differs, none if all agree. */
  static List<String> client(ClientFacts was, ClientFacts is) {
    FactsCheck check = new FactsCheck();
    check.compare("client host", was.host(), is.host());
    check.compare("client CPU", was.cpu(), is.cpu());
    check.compare("client cores", was.logicalCores(), is.logicalCores());
    check.compare("client kernel", was.kernel(), is.kernel());
    check.compare("client JDK", was.jdk(), is.jdk());
    check.compare("client JVM arguments", was.jvmArguments(), is.jvmArguments());
    check.compare("client drivers", was.drivers(), is.drivers());
    if (Math.abs(was.memoryBytes() - is.memoryBytes()) > MEMORY_TOLERANCE * was.memoryBytes()) {
      check.compare("client memory bytes", was.memoryBytes(), is.memoryBytes());
    }
    return check.differences;
  }

  /** One line for each fact that differs, none if all agree. */
  static List<String> tool(RunRecord.Tool was, RunRecord.Tool is) {
    FactsCheck check = new FactsCheck();
    check.compare("Weir's version", was.version(), is.version());
    check.compare("Weir's commit", was.commit(), is.commit());
    return check.differences;
  }

  private void compareAll(
      String what, Map<String, Object> was, Map<String, Object> is, Set<String> but) {
    Set<String> names = new TreeSet<>(was.keySet());
    names.addAll(is.keySet());
    names.removeAll(but);
    names.forEach(name -> compare(what + name, text(was.get(name)), text(is.get(name))));
  }

  /** Numbers change their class on the way through JSON. */
  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private void compare(String what, @Nullable Object was, @Nullable Object is) {
    if (!Objects.equals(was, is)) {
      differences.add(what + " was " + was + ", is " + is);
    }
  }
}
