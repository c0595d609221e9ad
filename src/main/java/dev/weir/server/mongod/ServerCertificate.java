package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A certificate for mongods on this host's loopback, signed by an authority that was made for it.
 * The authority's key is forgotten at once. The server's own lies in the folder of each member,
 * which only its owner reads and which goes with the member.
 *
 * @param server the server's key and certificate, as PEM
 * @param authority the certificate of the authority, as PEM
 */
record ServerCertificate(String server, String authority) {
  private static final String SERVER_FILE = "server.pem";
  private static final String AUTHORITY_FILE = "authority.pem";
  private static final String PASSWORD = "WEIR_KEYTOOL_PASSWORD";
  private static final int DAYS = 30;
  private static final int KEYTOOL_SECONDS = 60;

  /**
   * Makes one with the JDK's keytool.
   *
   * @param temporary a folder of keys is made there, and is gone afterwards
   * @throws ServerException if keytool is missing or fails
   */
  static ServerCertificate make(Path temporary) throws ServerException {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    String password = UUID.randomUUID().toString();
    @Nullable Path folder = null;
    try {
      folder =
          Files.createTempDirectory(
              temporary,
              "weir-keys-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path store = folder.resolve("keys.p12");
      folder.toFile().deleteOnExit(); // a signal may end this process before the lines below
      store.toFile().deleteOnExit();
      pair(keytool, store, password, "authority", "-ext", "bc:critical");
      pair(
          keytool,
          store,
          password,
          "server",
          "-signer",
          "authority",
          "-ext",
          "san=ip:127.0.0.1,dns:localhost");
      KeyStore keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
      return new ServerCertificate(
          pem("PRIVATE KEY", keys.getKey("server", password.toCharArray()).getEncoded())
              + pem("CERTIFICATE", keys.getCertificate("server").getEncoded()),
          pem("CERTIFICATE", keys.getCertificate("authority").getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new ServerException("no certificate for TLS with " + keytool + ": " + e.getMessage());
    } finally {
      remove(folder);
    }
  }

  private static void pair(
      Path keytool, Path store, String password, String name, String... further)
      throws IOException, ServerException {
    List<String> command =
        new ArrayList<>(
            List.of(
                keytool.toString(), "-genkeypair", "-alias", name, "-dname", "CN=weir " + name));
    command.addAll(List.of("-keyalg", "RSA", "-keysize", "2048", "-validity", "" + DAYS));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass:env", PASSWORD)); // arguments show in the process list
    command.addAll(List.of(further));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD, password);
    Path said = store.resolveSibling("said-" + name);
    said.toFile().deleteOnExit();
    Process process = builder.redirectOutput(said.toFile()).start();
    try {
      boolean ended = process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(ended ? Files.readString(said).strip() : "it did not end");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for keytool");
    }
  }

  private static String pem(String kind, byte[] encoded) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  private static void remove(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try {
      for (String file : List.of("keys.p12", "said-authority", "said-server")) {
        Files.deleteIfExists(folder.resolve(file));
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // They are deleted when this process ends.
    }
  }

  /** Puts the files into a member's folder. */
  void writeTo(Path home) throws IOException {
    Files.writeString(home.resolve(SERVER_FILE), server);
    Files.writeString(authority(home), authority);
  }

  /** The authority's certificate in a member's folder. */
  static Path authority(Path home) {
    return home.resolve(AUTHORITY_FILE);
  }

  /** Takes the files out of the folder of a member that did not start. */
  static void removeFrom(Path home) throws IOException {
    Files.deleteIfExists(home.resolve(SERVER_FILE));
    Files.deleteIfExists(authority(home));
  }

  /**
   * A member's options. It takes clients with and without TLS, so that cells of both kinds share a
   * server and its data; members speak to each other without.
   */
  static List<String> options(Path home) {
    return List.of(
        "--tlsMode",
        "allowTLS",
        "--tlsCertificateKeyFile",
        home.resolve(SERVER_FILE).toString(),
        "--tlsCAFile",
        authority(home).toString(),
        "--tlsAllowConnectionsWithoutCertificates");
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "ServerCertificate";
  }
}
