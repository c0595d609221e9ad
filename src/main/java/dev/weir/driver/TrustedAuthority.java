package dev.weir.driver;

import com.mongodb.connection.SslSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The authority that signed a server's certificate, as {@code tlsCAFile} of a URI names it: an
 * option of MongoDB's URIs that the Java driver doesn't read.
 *
 * @param uri without that option
 * @param file its certificate as PEM; null if the URI names none
 */
record TrustedAuthority(String uri, @Nullable Path file) {
  private static final Pattern OPTION = Pattern.compile("([?&])tlsCAFile=([^&]*)(&?)");

  static TrustedAuthority of(String uri) {
    Matcher option = OPTION.matcher(uri);
    if (!option.find()) {
      return new TrustedAuthority(uri, null);
    }
    String kept = option.group(3).isEmpty() ? "" : option.group(1);
    return new TrustedAuthority(
        uri.substring(0, option.start()) + kept + uri.substring(option.end()),
        Path.of(URLDecoder.decode(option.group(2), StandardCharsets.UTF_8)));
  }

  /**
   * Turns TLS on. The authority, if there is one, is the only one that is trusted.
   *
   * @throws IllegalStateException if its certificate can't be used
   */
  void applyTo(SslSettings.Builder tls) {
    tls.enabled(true);
    if (file != null) {
      tls.context(trusting(file));
    }
  }

  private static SSLContext trusting(Path file) {
    try (InputStream certificate = Files.newInputStream(file)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("tlsCAFile " + file + " can't be used: " + e.getMessage(), e);
    }
  }
}
