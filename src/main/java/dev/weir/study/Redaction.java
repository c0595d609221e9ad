package dev.weir.study;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes credentials out of text before anybody sees it: messages, records, logs. */
public final class Redaction {
  /** Stands where a secret stood. */
  public static final String MASK = "***";

  // Greedy up to the last @ of the word: a password that was not percent-encoded may hold @ or /.
  private static final Pattern USER_INFO =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*://)[^\\s\"'<>]*@");
  private static final Pattern SECRET_OPTION =
      Pattern.compile(
          "(?i)\\b(password|passwd|pwd|secret|accessToken|AWS_SESSION_TOKEN|tlsCertificateKeyFilePassword)"
              + "(\"?\\s*[=:]\\s*\"?)([^\\s&,;\"'}\\])]+)");

  private Redaction() {}

  /**
   * The text without the user part of any URI in it and without the values of options that carry
   * secrets. The user name goes too: which part of a malformed URI is the password cannot be told.
   *
   * @param text any text, an exception's message for example; null gives an empty string
   */
  public static String redact(@Nullable String text) {
    if (text == null) {
      return "";
    }
    String withoutUsers = USER_INFO.matcher(text).replaceAll("$1" + MASK + "@");
    return SECRET_OPTION.matcher(withoutUsers).replaceAll("$1$2" + MASK);
  }

  /**
   * As {@link #redact(String)}, and with every literal occurrence of {@code secret} masked.
   *
   * @param secret a password known to the caller; null or empty is ignored
   */
  public static String redact(@Nullable String text, @Nullable String secret) {
    String clean = redact(text);
    return secret == null || secret.isEmpty() ? clean : clean.replace(secret, MASK);
  }
}
