package dev.weir.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MongoDB version, as far as Weir needs to compare it.
 *
 * @param major for example 6
 * @param minor for example 0
 */
public record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {
  /** The oldest server that driver 5.8 speaks to (wire version 8). */
  static final ServerVersion OLDEST = new ServerVersion(4, 2);

  private static final Pattern NUMBERS = Pattern.compile("v?(\\d+)\\.(\\d+).*", Pattern.DOTALL);

  /**
   * @throws ServerException if {@code text} is no version or one older than {@link #OLDEST}
   */
  public static ServerVersion supported(String text, String where) throws ServerException {
    Matcher matcher = NUMBERS.matcher(text);
    if (!matcher.matches()) {
      throw new ServerException(
          "the server at " + where + " reports version '" + text + "', which is none of MongoDB's");
    }
    ServerVersion version =
        new ServerVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (version.compareTo(OLDEST) < 0) {
      throw new ServerException(
          "MongoDB "
              + text
              + " at "
              + where
              + " is too old: Weir needs MongoDB "
              + OLDEST
              + " or newer; upgrade it or name another server");
    }
    return version;
  }

  @Override
  public int compareTo(ServerVersion other) {
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
