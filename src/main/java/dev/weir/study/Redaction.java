package dev.weir.study;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes credentials out of text before anybody sees it: messages, records, logs. */
public final class Redaction {
  /** Stands where a secret stood. */
  public static final String MASK = "***";

  /** Possessive, so that hostile text takes no longer than its length. */
  private static final Pattern WORD = Pattern.compile("[^\\s\"'<>]++");

  /** A path made of a URI has a single slash. */
  private static final Pattern AFTER_SCHEME = Pattern.compile(":/++");

  private static final Pattern PASSWORD = Pattern.compile("://[^\\s/@:]*+:[^\\s/@]++@");

  private static final Pattern SECRET_OPTION =
      Pattern.compile(
          "(?i)\\b(password|passwd|pwd|secret|accessToken|AWS_SESSION_TOKEN|tlsCertificateKeyFilePassword)"
              + "(\"?\\s*[=:]\\s*\"?)([^\\s&,;\"'}\\])]+)");

  private Redaction() {}

  /**
   * The text without the user part of any URI in it and without the values of options that carry
   * secrets. The user name goes too: which part of a malformed URI is the password is unknown.
   *
   * @param text any text, an exception's message for example; null gives an empty string
   */
  public static String redact(@Nullable String text) {
    if (text == null) {
      return "";
    }
    String withoutUsers =
        WORD.matcher(text).replaceAll(word -> Matcher.quoteReplacement(withoutUser(word.group())));
    return SECRET_OPTION.matcher(withoutUsers).replaceAll("$1$2" + MASK);
  }

  /** Up to the last @: a password that was not percent-encoded may hold @ or /. */
  private static String withoutUser(String word) {
    Matcher scheme = AFTER_SCHEME.matcher(word);
    int to = word.lastIndexOf('@');
    return !scheme.find() || to < scheme.end()
        ? word
        : word.substring(0, scheme.end()) + MASK + word.substring(to);
  }

  /** Whether a text holds a URI with a password, or an option that carries a secret. */
  public static boolean holdsPassword(String text) {
    return PASSWORD.matcher(text).find() || SECRET_OPTION.matcher(text).find();
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
