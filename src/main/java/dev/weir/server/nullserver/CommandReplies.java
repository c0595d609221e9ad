package dev.weir.server.nullserver;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Answers every command but the writes; those it does not know get an error, as a server's. */
final class CommandReplies {
  /** What the server calls itself wherever it is asked. */
  static final String PRODUCT = "null server (not MongoDB)";

  /** The version it claims, so that clients talk to it as to a MongoDB of that line. */
  private static final String VERSION = "8.0.0";

  private static final int MAX_WIRE_VERSION = 25;
  private static final int SESSION_MINUTES = 30;

  private final Counters counters;
  private final Namespaces namespaces;
  private final Clock clock;
  private final Instant started;
  private final String address;
  private final @Nullable String replicaSet;

  CommandReplies(
      Counters counters,
      Namespaces namespaces,
      Clock clock,
      String address,
      @Nullable String replicaSet) {
    this.counters = counters;
    this.namespaces = namespaces;
    this.clock = clock;
    this.started = clock.instant();
    this.address = address;
    this.replicaSet = replicaSet;
  }

  static boolean isHello(BsonDocument body) {
    return switch (body.getFirstKey()) {
      case "hello", "isMaster", "ismaster" -> true;
      default -> false;
    };
  }

  static BsonDocument unsupported(String command) {
    return error(59, "CommandNotFound", "the null server does not know '" + command + "'");
  }

  /** Answers the command that {@code body}, which has at least one element, asks for. */
  BsonDocument answer(BsonDocument body, int connectionId) {
    String name = body.getFirstKey();
    if (name.equals("find") || name.equals("aggregate") || name.equals("count")) {
      counters.queries.increment();
    } else {
      counters.commands.increment();
    }
    return switch (name) {
      case "hello", "isMaster", "ismaster" -> hello(connectionId);
      case "ping", "endSessions", "refreshSessions", "killSessions" -> ok();
      case "buildInfo", "buildinfo" -> buildInfo();
      case "serverStatus" -> serverStatus();
      case "hostInfo" -> hostInfo();
      case "getCmdLineOpts" ->
          ok().append("argv", new BsonArray()).append("parsed", new BsonDocument());
      case "getParameter" -> ok();
      case "getDefaultRWConcern" -> ok();
      case "create" -> create(database(body), text(body, name));
      case "createIndexes" -> ok();
      case "drop" -> drop(database(body), text(body, name));
      case "dropDatabase" -> dropDatabase(database(body));
      case "listCollections" -> listCollections(database(body));
      case "listDatabases" -> listDatabases();
      case "count" ->
          ok().append("n", new BsonInt64(namespaces.count(database(body), text(body, name))));
      case "find" -> find(database(body), text(body, name), body);
      case "aggregate" -> aggregate(database(body), body);
      default -> unsupported(name);
    };
  }

  private BsonDocument hello(int connectionId) {
    BsonDocument reply =
        ok().append("helloOk", BsonBoolean.TRUE)
            .append("ismaster", BsonBoolean.TRUE)
            .append("isWritablePrimary", BsonBoolean.TRUE)
            .append("maxBsonObjectSize", new BsonInt32(16 * 1024 * 1024))
            .append("maxMessageSizeBytes", new BsonInt32(MessageInput.MAX_MESSAGE_BYTES))
            .append("maxWriteBatchSize", new BsonInt32(100_000))
            .append("localTime", now())
            .append("connectionId", new BsonInt32(connectionId))
            .append("minWireVersion", new BsonInt32(0))
            .append("maxWireVersion", new BsonInt32(MAX_WIRE_VERSION))
            .append("readOnly", BsonBoolean.FALSE);
    if (replicaSet != null) {
      reply
          .append("setName", new BsonString(replicaSet))
          .append("setVersion", new BsonInt32(1))
          .append("secondary", BsonBoolean.FALSE)
          .append("hosts", strings(List.of(address)))
          .append("primary", new BsonString(address))
          .append("me", new BsonString(address))
          // Sessions and a set's name are what makes a driver use retryable writes.
          .append("logicalSessionTimeoutMinutes", new BsonInt32(SESSION_MINUTES));
    }
    return reply;
  }

  private static BsonDocument buildInfo() {
    return ok().append("version", new BsonString(VERSION))
        .append("versionArray", ints(8, 0, 0, 0))
        .append("gitVersion", new BsonString(""))
        .append("product", new BsonString(PRODUCT))
        .append("modules", strings(List.of(PRODUCT)))
        .append("maxBsonObjectSize", new BsonInt32(16 * 1024 * 1024));
  }

  private BsonDocument serverStatus() {
    long uptimeMillis = Math.max(0, clock.millis() - started.toEpochMilli());
    ProcessCpu cpu = ProcessCpu.now();
    long inserted = counters.inserted.sum();
    long updated = counters.updated.sum();
    long deleted = counters.deleted.sum();
    long queries = counters.queries.sum();
    return ok().append("host", new BsonString(address))
        .append("version", new BsonString(VERSION))
        .append("process", new BsonString(PRODUCT))
        .append("pid", new BsonInt64(ProcessHandle.current().pid()))
        .append("uptime", new BsonDouble(uptimeMillis / 1_000.0))
        .append("uptimeMillis", new BsonInt64(uptimeMillis))
        .append("localTime", now())
        .append("storageEngine", new BsonDocument("name", new BsonString("none")))
        .append("connections", connections())
        .append(
            "opcounters",
            longs(
                Map.of(
                    "insert", inserted,
                    "query", queries,
                    "update", updated,
                    "delete", deleted,
                    "getmore", 0L,
                    "command", counters.commands.sum())))
        .append(
            "metrics",
            new BsonDocument(
                "document",
                longs(
                    Map.of(
                        "inserted", inserted,
                        "updated", updated,
                        "deleted", deleted,
                        "returned", 0L))))
        .append(
            "network",
            longs(
                Map.of(
                    "bytesIn", counters.bytesIn.sum(),
                    "bytesOut", counters.bytesOut.sum(),
                    "numRequests", counters.requests.sum())))
        .append(
            "extra_info",
            longs(
                Map.of(
                    "user_time_us", cpu.userMicros(),
                    "system_time_us", cpu.systemMicros())));
  }

  private BsonDocument connections() {
    return longs(
        Map.of(
            "current", (long) counters.connections.get(),
            "available", (long) NullServer.MAX_CONNECTIONS - counters.connections.get(),
            "totalCreated", (long) counters.connectionsCreated.get()));
  }

  private BsonDocument hostInfo() {
    Runtime runtime = Runtime.getRuntime();
    return ok().append(
            "system",
            new BsonDocument("currentTime", now())
                .append("hostname", new BsonString(address))
                .append("numCores", new BsonInt32(runtime.availableProcessors())))
        .append(
            "os",
            new BsonDocument("type", new BsonString(System.getProperty("os.name")))
                .append("version", new BsonString(System.getProperty("os.version"))));
  }

  private BsonDocument create(String database, String collection) {
    if (namespaces.exists(database, collection)) {
      return error(48, "NamespaceExists", "collection " + collection + " exists");
    }
    namespaces.get(database, collection);
    return ok();
  }

  private BsonDocument drop(String database, String collection) {
    namespaces.drop(database, collection);
    return ok();
  }

  private BsonDocument dropDatabase(String database) {
    namespaces.dropDatabase(database);
    return ok();
  }

  private BsonDocument listCollections(String database) {
    BsonArray collections = new BsonArray();
    for (String name : namespaces.collections(database)) {
      collections.add(
          new BsonDocument("name", new BsonString(name))
              .append("type", new BsonString("collection"))
              .append("options", new BsonDocument()));
    }
    return cursor(database + ".$cmd.listCollections", collections);
  }

  private BsonDocument listDatabases() {
    BsonArray databases = new BsonArray();
    for (String name : namespaces.databases()) {
      databases.add(
          new BsonDocument("name", new BsonString(name))
              .append("sizeOnDisk", new BsonInt64(0))
              .append("empty", BsonBoolean.FALSE));
    }
    return ok().append("databases", databases).append("totalSize", new BsonInt64(0));
  }

  /** Finds the kept documents whose fields equal the filter's; operators are no operators here. */
  private BsonDocument find(String database, String collection, BsonDocument body) {
    BsonDocument filter = body.getDocument("filter", new BsonDocument());
    BsonArray found = new BsonArray();
    for (BsonDocument document : namespaces.kept(database, collection)) {
      if (matches(document, filter)) {
        found.add(document);
      }
    }
    return cursor(database + '.' + collection, found);
  }

  /** Knows the one pipeline that drivers send to count all documents. */
  private BsonDocument aggregate(String database, BsonDocument body) {
    BsonArray pipeline = body.getArray("pipeline", new BsonArray());
    BsonDocument all = new BsonDocument("$match", new BsonDocument());
    if (!body.isString("aggregate") || pipeline.size() != 2 || !pipeline.get(0).equals(all)) {
      return unsupported("aggregate");
    }
    String collection = text(body, "aggregate");
    long count = namespaces.count(database, collection);
    BsonDocument result = new BsonDocument("n", new BsonInt64(count));
    return cursor(
        database + '.' + collection, count == 0 ? new BsonArray() : new BsonArray(List.of(result)));
  }

  private static boolean matches(BsonDocument document, BsonDocument filter) {
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      if (!field.getValue().equals(document.get(field.getKey(), BsonNull.VALUE))) {
        return false;
      }
    }
    return true;
  }

  private static BsonDocument cursor(String namespace, BsonArray firstBatch) {
    return ok().append(
            "cursor",
            new BsonDocument("firstBatch", firstBatch)
                .append("id", new BsonInt64(0))
                .append("ns", new BsonString(namespace)));
  }

  private static BsonDocument error(int code, String codeName, String message) {
    return new BsonDocument("ok", new BsonDouble(0))
        .append("errmsg", new BsonString(message))
        .append("code", new BsonInt32(code))
        .append("codeName", new BsonString(codeName));
  }

  private static BsonDocument ok() {
    return new BsonDocument("ok", new BsonDouble(1));
  }

  private BsonDateTime now() {
    return new BsonDateTime(clock.millis());
  }

  private static String database(BsonDocument body) {
    return text(body, "$db");
  }

  private static String text(BsonDocument body, String field) {
    return body.getString(field).getValue();
  }

  private static BsonArray strings(List<String> values) {
    return new BsonArray(values.stream().map(BsonString::new).toList());
  }

  private static BsonArray ints(int... values) {
    BsonArray array = new BsonArray();
    for (int value : values) {
      array.add(new BsonInt32(value));
    }
    return array;
  }

  private static BsonDocument longs(Map<String, Long> values) {
    BsonDocument document = new BsonDocument();
    values.forEach((name, value) -> document.append(name, new BsonInt64(value)));
    return document;
  }
}
