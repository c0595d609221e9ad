package dev.weir.cli;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A mongod that takes TLS and SCRAM only, with a certificate of its own made by the JDK. */
final class TlsMongod implements AutoCloseable {
  static final String USER = "alice";
  private static final String KEEPER = "keeper";
  private static final char[] STORE_PASSWORD = "changeit".toCharArray();

  private final Process process;
  private final Path store;
  private final int port;
  private final SSLContext context;

  private TlsMongod(Process process, Path store, int port, SSLContext context) {
    this.process = process;
    this.store = store;
    this.port = port;
    this.context = context;
  }

  static TlsMongod start(Path mongod, Path folder, String password)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve("server.p12");
    run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        "server",
        "-keyalg",
        "RSA",
        "-keysize",
        "2048",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost,ip:127.0.0.1",
        "-validity",
        "2",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        new String(STORE_PASSWORD));
    KeyStore keys = KeyStore.getInstance(store.toFile(), STORE_PASSWORD);
    Path pem = folder.resolve("server.pem");
    Files.writeString(
        pem,
        pem("PRIVATE KEY", keys.getKey("server", STORE_PASSWORD).getEncoded())
            + pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
    int port = freePort();
    Process process =
        new ProcessBuilder(
                mongod.toString(),
                "--port",
                "" + port,
                "--bind_ip",
                "127.0.0.1",
                "--auth",
                "--dbpath",
                Files.createDirectory(folder.resolve("db")).toString(),
                "--tlsMode",
                "requireTLS",
                "--tlsCertificateKeyFile",
                pem.toString(),
                "--nounixsocket")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("mongod.log").toFile())
            .start();
    TlsMongod started = new TlsMongod(process, store, port, trusting(keys));
    try {
      started.createUsers(password);
      return started;
    } catch (MongoException e) {
      started.close();
      throw e;
    }
  }

  private static SSLContext trusting(KeyStore keys) throws GeneralSecurityException {
    KeyStore trusted;
    try {
      trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private void createUsers(String password) {
    // The first one through the exception that a server without users makes for localhost.
    admin(user(KEEPER, password), null);
    grant(password);
  }

  /** Gives the user its rights, or gives them back. */
  void grant(String password) {
    admin(user(USER, password), password);
  }

  /** Takes the user away while it is connected. */
  void revoke(String password) {
    admin(new Document("dropUser", USER), password);
  }

  private static Document user(String name, String password) {
    return new Document("createUser", name)
        .append("pwd", password)
        .append("roles", List.of("root"));
  }

  private void admin(Document command, @Nullable String password) {
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder()
            .applyToClusterSettings(c -> c.hosts(List.of(new ServerAddress("localhost", port))))
            .applyToSslSettings(ssl -> ssl.enabled(true).context(context));
    if (password != null) {
      settings.credential(
          MongoCredential.createCredential(KEEPER, "admin", password.toCharArray()));
    }
    try (MongoClient client = MongoClients.create(settings.build())) {
      client.getDatabase("admin").runCommand(command);
    }
  }

  String uri(String password) {
    return "mongodb://" + USER + ":" + password + "@localhost:" + port + "/?tls=true";
  }

  /** What a JVM needs to trust this server. */
  String trust() {
    return "-Djavax.net.ssl.trustStore="
        + store
        + " -Djavax.net.ssl.trustStorePassword="
        + new String(STORE_PASSWORD);
  }

  private static String pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(command[0] + " failed");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
