package dev.weir.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import dev.weir.study.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Opens the few control connections Weir needs, and says in one line why one cannot be had. */
public final class Clients {
  private static final String APPLICATION = "weir-control";

  private Clients() {}

  /**
   * @throws ServerException if it is no MongoDB URI; the message never holds its user part
   */
  static ConnectionString parse(String uri) throws ServerException {
    try {
      return new ConnectionString(uri);
    } catch (IllegalArgumentException | MongoException e) {
      // The driver quotes parts of the URI; a malformed one may quote the password.
      throw new ServerException(
          "malformed URI "
              + Redaction.redact(uri)
              + ": "
              + Redaction.redact(e.getMessage(), rawPassword(uri))
              + "; expected mongodb://[user:password@]host[:port][/?options]");
    }
  }

  /** A client on the whole deployment, with bounded waits. */
  static MongoClient open(ConnectionString uri, Duration selectionTimeout) {
    return MongoClients.create(
        bounded(selectionTimeout)
            .applyConnectionString(uri)
            .applyToClusterSettings(
                cluster ->
                    cluster.serverSelectionTimeout(
                        selectionTimeout.toMillis(), TimeUnit.MILLISECONDS))
            .build());
  }

  /** A client on exactly one member, whatever state it is in. */
  public static MongoClient direct(String host, int port, Duration selectionTimeout) {
    return MongoClients.create(
        bounded(selectionTimeout)
            .applyToClusterSettings(
                cluster ->
                    cluster
                        .hosts(List.of(new ServerAddress(host, port)))
                        .mode(ClusterConnectionMode.SINGLE)
                        .serverSelectionTimeout(selectionTimeout.toMillis(), TimeUnit.MILLISECONDS))
            .build());
  }

  private static MongoClientSettings.Builder bounded(Duration timeout) {
    return MongoClientSettings.builder()
        .applicationName(APPLICATION)
        .applyToConnectionPoolSettings(pool -> pool.maxSize(2))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .readTimeout(30, TimeUnit.SECONDS));
  }

  /** Runs a command on {@code admin}. */
  public static Document admin(MongoClient client, Document command) {
    return client.getDatabase("admin").runCommand(command);
  }

  /** As {@link #admin}, or null where the server does not know or allow the command. */
  public static @Nullable Document tryAdmin(MongoClient client, Document command) {
    try {
      return admin(client, command);
    } catch (MongoCommandException e) {
      return null;
    }
  }

  /** {@code hello}, by its older name where the server is older than the word. */
  public static Document hello(MongoClient client) {
    Document hello = tryAdmin(client, new Document("hello", 1));
    if (hello == null) {
      hello = admin(client, new Document("isMaster", 1));
      hello.append("isWritablePrimary", hello.get("ismaster"));
    }
    return hello;
  }

  /** The one line for a failure to talk to the deployment behind {@code uri}. */
  static ServerException explain(ConnectionString uri, Duration timeout, MongoException failure) {
    return explain(
        String.join(",", uri.getHosts()), uri.getUsername(), timeout, failure, password(uri));
  }

  private static ServerException explain(
      String hosts,
      @Nullable String user,
      Duration timeout,
      MongoException failure,
      @Nullable String password) {
    String all = Redaction.redact(causes(failure), password);
    String lower = all.toLowerCase(Locale.ROOT);
    if (failure instanceof MongoSecurityException) {
      return new ServerException(
          "authentication"
              + (user == null ? "" : " as user '" + Redaction.redact(user, password) + "'")
              + " failed at "
              + hosts
              + "; check user, password and authSource");
    }
    if (failure instanceof MongoCommandException command && command.getErrorCode() == 13) {
      return new ServerException(
          "not authorised at "
              + hosts
              + ": "
              + all
              + "; give a user with readWrite on Weir's databases and clusterMonitor");
    }
    if (lower.contains("ssl") || lower.contains("certificat") || lower.contains("pkix")) {
      return new ServerException(
          "TLS with " + hosts + " failed: " + reason(all) + "; check tls options and trust store");
    }
    if (lower.contains("unknownhost")) {
      return new ServerException("host name in " + hosts + " does not resolve; check the URI");
    }
    if (failure instanceof MongoTimeoutException) {
      return new ServerException(
          "no usable server at "
              + hosts
              + " within "
              + timeout.toMillis() / 1000.0
              + " s: "
              + reason(all)
              + "; check that it runs, the address, replicaSet and tls options");
    }
    return new ServerException("cannot use the server at " + hosts + ": " + all);
  }

  /** The innermost quoted cause in the driver's long description of a cluster. */
  private static String reason(String text) {
    int cause = text.lastIndexOf("caused by {");
    if (cause < 0) {
      int states = text.indexOf("Client view of cluster state");
      return states < 0 ? text : text.substring(states);
    }
    String rest = text.substring(cause + "caused by {".length());
    int end = rest.indexOf('}');
    return end < 0 ? rest : rest.substring(0, end);
  }

  private static String causes(Throwable failure) {
    StringBuilder all = new StringBuilder();
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 8; depth++, cause = cause.getCause()) {
      all.append(depth == 0 ? "" : "; ").append(cause.getMessage());
    }
    return all.toString();
  }

  private static @Nullable String password(ConnectionString uri) {
    char[] password = uri.getPassword();
    return password == null ? null : new String(password);
  }

  private static @Nullable String rawPassword(String uri) {
    int start = uri.indexOf("://");
    int at = uri.lastIndexOf('@');
    int colon = start < 0 ? -1 : uri.indexOf(':', start + 3);
    return colon > 0 && colon < at ? uri.substring(colon + 1, at) : null;
  }
}
