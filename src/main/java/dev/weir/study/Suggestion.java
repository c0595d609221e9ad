package dev.weir.study;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody who mistyped a name may have meant. */
public final class Suggestion {
  private Suggestion() {}

  /** The known name that differs in case alone, or by two edits at most. */
  static Optional<String> closest(String name, Collection<String> known) {
    Optional<String> sameLetters = known.stream().filter(name::equalsIgnoreCase).findFirst();
    LevenshteinDistance edits = new LevenshteinDistance(2); // answers -1 beyond its threshold
    return sameLetters.or(
        () ->
            known.stream()
                .filter(k -> edits.apply(k, name) >= 0 && edits.apply(k, name) < k.length())
                .min(Comparator.comparing(k -> edits.apply(k, name))));
  }

  /** What is wrong with a name that is none of the known ones, and which was meant. */
  public static String notOneOf(String name, Collection<String> known) {
    String meant = closest(name, known).map(k -> "; did you mean '" + k + "'?").orElse("");
    return "'" + name + "' is not one of " + String.join(", ", known) + meant;
  }
}
