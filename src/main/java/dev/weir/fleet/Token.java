package dev.weir.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that a fleet shares. It never travels: each side proves it by an HMAC (RFC 2104, with
 * SHA-256) of a number that the other one has just drawn. What is said afterwards travels in the
 * clear.
 */
public final class Token {
  /** The environment variable that may hold it. */
  public static final String VARIABLE = "WEIR_FLEET_TOKEN";

  private static final int BYTES = 32;
  private static final int SHORTEST = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private Token(String text) {
    this.text = text;
  }

  /** A new one. */
  public static Token draw() {
    return new Token(nonce());
  }

  /**
   * One that somebody chose.
   *
   * @throws IOException if it is shorter than 16 characters
   */
  public static Token of(String text) throws IOException {
    String stripped = text.strip();
    if (stripped.length() < SHORTEST) {
      throw new IOException("a fleet's token needs " + SHORTEST + " characters at least");
    }
    return new Token(stripped);
  }

  /**
   * The one that a file holds.
   *
   * @throws IOException if it can't be read or is too short
   */
  public static Token read(Path file) throws IOException {
    try {
      return of(Files.readString(file));
    } catch (IOException e) {
      throw new IOException("token file " + file + ": " + e.getMessage(), e);
    }
  }

  /** Writes it to a new file that only its owner may read. */
  void write(Path file) throws IOException {
    if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file, text);
  }

  /** For the environment of a process that we start. */
  public String text() {
    return text;
  }

  static String nonce() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * @param role who proves it, so that a proof can't be sent back to where it came from
   * @param nonce drawn by the other side
   */
  String proof(String role, String nonce) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] proof = mac.doFinal((role + ' ' + nonce).getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(proof);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  boolean proves(String role, String nonce, String proof) {
    return MessageDigest.isEqual(
        proof(role, nonce).getBytes(StandardCharsets.UTF_8),
        proof.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "token";
  }
}
