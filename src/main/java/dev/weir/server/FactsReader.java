package dev.weir.server;

import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.study.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Reads facts and effective settings back from a running deployment; what it hides stays out. */
public final class FactsReader {
  private static final Pattern SECRET_KEY =
      Pattern.compile("(?i).*(password|passwd|pwd|secret|token|queryUser).*");

  /** Parameters that move write throughput; those a version does not know are left out. */
  private static final List<String> PARAMETERS =
      List.of(
          "enableFlowControl",
          "flowControlTargetLagSeconds",
          "disableLogicalSessionCacheRefresh",
          "diagnosticDataCollectionEnabled",
          ServerFacts.CHECKPOINT_PAUSE,
          "journalCommitInterval",
          ServerFacts.HISTORY,
          "storageEngineConcurrencyAdjustmentAlgorithm",
          "wiredTigerConcurrentWriteTransactions",
          "wiredTigerEngineRuntimeConfig",
          "notablescan",
          "ttlMonitorEnabled",
          "transactionLifetimeLimitSeconds");

  private static final String SHARDED = "sharded";

  private final MongoClient client;
  private final Map<String, String> more;

  public FactsReader(MongoClient client) {
    this(client, Map.of());
  }

  private FactsReader(MongoClient client, Map<String, String> more) {
    this.client = client;
    this.more = more;
  }

  /** The same with settings that the server does not know of. */
  public FactsReader with(Map<String, String> settings) {
    return new FactsReader(client, settings);
  }

  /**
   * Asks the deployment.
   *
   * @param source as in {@link ServerFacts#source}
   * @param address where, for messages
   * @param started whether we started it, so that topology and place are known
   * @throws ServerException if its version is not supported
   */
  public ServerFacts read(
      ServerSource source,
      List<String> skipped,
      String address,
      List<String> hosts,
      boolean started)
      throws ServerException {
    Document build = Clients.admin(client, new Document("buildInfo", 1));
    String version = build.get("version", "unknown");
    String product = product(build);
    boolean real = product.equals("MongoDB");
    if (real) {
      ServerVersion.supported(version, address);
    }
    // Not optional: without its counters no trial can be checked. Fails here for a user without
    // rights.
    Document status = Clients.admin(client, new Document("serverStatus", 1));
    Document hostInfo = orEmpty(Clients.tryAdmin(client, new Document("hostInfo", 1)));
    Document concern = Clients.tryAdmin(client, new Document("getDefaultRWConcern", 1));
    Document hello = Clients.hello(client);
    return new ServerFacts(
        product,
        real,
        version,
        build.get("gitVersion", ""),
        source,
        skipped,
        topology(hello),
        hosts,
        section(status, "storageEngine").get("name", "unknown"),
        cacheBytes(status),
        concern != null && concern.get("defaultWriteConcern") instanceof Document writes
            ? writes.toJson()
            : null,
        started || HostIdentity.local().isHostOf(hosts, hostInfo),
        host(hostInfo),
        settings(topology(hello)));
  }

  /** The topology's name in study files where it has one, else what it is in words. */
  static String topology(Document hello) {
    if (Sharding.isRouter(hello)) {
      return SHARDED;
    }
    if (hello.get("setName") == null) {
      return "standalone";
    }
    int data = size(hello, "hosts") + size(hello, "passives");
    int arbiters = size(hello, "arbiters");
    if (data == 1 && arbiters == 0) {
      return "rs1";
    }
    if (data == 2 && arbiters == 1) {
      return "psa";
    }
    if (data == 3 && arbiters == 0) {
      return "pss";
    }
    return "replica set of " + data + " data-bearing members and " + arbiters + " arbiters";
  }

  private static String product(Document build) {
    if (build.containsKey("ferretdb") || build.containsKey("ferretdbVersion")) {
      return "FerretDB (not MongoDB)";
    }
    // Every build of mongod tells its compiler settings; stand-ins do not.
    return build.containsKey("buildEnvironment") ? "MongoDB" : "stand-in (not MongoDB)";
  }

  private Map<String, Object> settings(String topology) {
    Map<String, Object> settings = new TreeMap<>(more);
    if (topology.equals(SHARDED)) {
      Sharding.facts(Clients.tryAdmin(client, new Document("listShards", 1)), settings);
    }
    Document options = orEmpty(Clients.tryAdmin(client, new Document("getCmdLineOpts", 1)));
    flatten("", section(options, "parsed"), settings);
    for (String parameter : PARAMETERS) {
      Document answer =
          Clients.tryAdmin(client, new Document("getParameter", 1).append(parameter, 1));
      if (answer != null && answer.get(parameter) != null) {
        flatten("parameter.", new Document(parameter, answer.get(parameter)), settings);
      }
    }
    Document compatibility =
        Clients.tryAdmin(
            client, new Document("getParameter", 1).append("featureCompatibilityVersion", 1));
    if (compatibility != null
        && compatibility.get("featureCompatibilityVersion") instanceof Document level) {
      settings.put("featureCompatibilityVersion", String.valueOf(level.get("version")));
    }
    Document concern = Clients.tryAdmin(client, new Document("getDefaultRWConcern", 1));
    if (concern != null) {
      flatten("defaultReadConcern.", section(concern, "defaultReadConcern"), settings);
      Object from = concern.get("defaultWriteConcernSource");
      if (from != null) {
        settings.put("defaultWriteConcernSource", from.toString());
      }
    }
    return settings;
  }

  /** Dotted keys, values as they are or as text, secrets masked. */
  static void flatten(String prefix, Document document, Map<String, Object> into) {
    document.forEach(
        (key, value) -> {
          String name = prefix + key;
          if (SECRET_KEY.matcher(key).matches()) {
            into.put(name, Redaction.MASK);
          } else if (value instanceof Document inner) {
            flatten(name + ".", inner, into);
          } else if (value instanceof Number || value instanceof Boolean) {
            into.put(name, value);
          } else if (value != null) {
            into.put(name, Redaction.redact(value.toString()));
          }
        });
  }

  private static Map<String, Object> host(Document hostInfo) {
    Map<String, Object> facts = new TreeMap<>();
    Document system = section(hostInfo, "system");
    Document os = section(hostInfo, "os");
    Document extra = section(hostInfo, "extra");
    put(facts, "hostname", hostname(hostInfo));
    put(facts, "cores", system.get("numCores"));
    put(facts, "memoryMegabytes", system.get("memSizeMB"));
    put(facts, "memoryLimitMegabytes", system.get("memLimitMB"));
    put(facts, "numaEnabled", system.get("numaEnabled"));
    put(facts, "architecture", system.get("cpuArch"));
    put(facts, "os", osName(os));
    put(facts, "osVersion", os.get("version"));
    put(facts, "kernel", kernel(hostInfo));
    put(facts, "cpu", extra.get("cpuString"));
    put(facts, "maxOpenFiles", extra.get("maxOpenFiles"));
    return facts;
  }

  /** The server's host name; {@code hostInfo} appends a port that is not the default one. */
  static @Nullable String hostname(Document hostInfo) {
    Object name = section(hostInfo, "system").get("hostname");
    return name == null ? null : name.toString().replaceFirst(":\\d+$", "");
  }

  /** The kernel release; where it stands depends on the server's version and its distribution. */
  static @Nullable String kernel(Document hostInfo) {
    Object release = section(hostInfo, "extra").get("kernelVersion");
    if (release != null) {
      return release.toString();
    }
    String version = String.valueOf(section(hostInfo, "os").get("version"));
    return version.startsWith("Kernel ") ? version.substring("Kernel ".length()) : null;
  }

  // Some distributions' names come as the line of /etc/os-release.
  private static @Nullable String osName(Document os) {
    Object name = os.get("name");
    return name == null
        ? null
        : name.toString().replaceFirst("^PRETTY_NAME=", "").replace("\"", "");
  }

  private static void put(Map<String, Object> facts, String key, @Nullable Object value) {
    if (value != null) {
      facts.put(
          key, value instanceof Number || value instanceof Boolean ? value : value.toString());
    }
  }

  private static @Nullable Long cacheBytes(Document status) {
    Document cache = section(section(status, "wiredTiger"), "cache");
    return cache.get("maximum bytes configured") instanceof Number bytes ? bytes.longValue() : null;
  }

  /** {@code host:port} of each member that {@code hello} lists, or the addresses of the URI. */
  static List<String> hosts(Document hello, List<String> fallback) {
    List<String> hosts = new ArrayList<>();
    for (String kind : List.of("hosts", "passives", "arbiters")) {
      if (hello.get(kind) instanceof List<?> names) {
        names.forEach(name -> hosts.add(name.toString().toLowerCase(Locale.ROOT)));
      }
    }
    return hosts.isEmpty() ? fallback : hosts;
  }

  private static int size(Document hello, String list) {
    return hello.get(list) instanceof List<?> names ? names.size() : 0;
  }

  static Document section(Document document, String key) {
    return document.get(key) instanceof Document inner ? inner : new Document();
  }

  static Document orEmpty(@Nullable Document document) {
    return document == null ? new Document() : document;
  }
}
