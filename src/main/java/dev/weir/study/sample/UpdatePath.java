package dev.weir.study.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field that an update sets, as users of MongoDB write it: names and array indexes with dots
 * between. {@code $[i]} is one element, drawn for each update; paths with the same letter mean the
 * same element. {@code $[]} is every element, MongoDB's own operator.
 *
 * @param text as written
 */
public record UpdatePath(String text, List<Part> parts) {
  private static final Pattern DRAWN = Pattern.compile("\\$\\[([A-Za-z][A-Za-z0-9]{0,30})]");
  private static final Pattern INDEX = Pattern.compile("\\d{1,7}");
  private static final String EVERY = "$[]";

  /** A step of a path. */
  public sealed interface Part {
    /** A field, or the element of an array where the name is a number. */
    record Named(String name) implements Part {
      /** Below zero if the name is no index. */
      int index() {
        return INDEX.matcher(name).matches() ? Integer.parseInt(name) : -1;
      }
    }

    /** One element, drawn for each update. */
    record Drawn(String letter) implements Part {}

    /** Every element. */
    record Every() implements Part {}
  }

  /**
   * Reads a path.
   *
   * @throws SampleException if it is none that an update can set
   */
  public static UpdatePath parse(String text) throws SampleException {
    List<Part> parts = new ArrayList<>();
    for (String part : text.split("\\.", -1)) {
      Matcher drawn = DRAWN.matcher(part);
      if (drawn.matches()) {
        parts.add(new Part.Drawn(drawn.group(1)));
      } else if (part.equals(EVERY)) {
        parts.add(new Part.Every());
      } else if (part.isEmpty()) {
        throw new SampleException(
            "'" + text + "' has an empty part; write names with dots between");
      } else if (part.startsWith("$")) {
        throw new SampleException(
            "'"
                + part
                + "' in '"
                + text
                + "' is not known; write $[i] for one element, drawn for each update, $[] for all,"
                + " or an index");
      } else {
        parts.add(new Part.Named(part));
      }
    }
    if (!(parts.get(0) instanceof Part.Named first)) {
      throw new SampleException("'" + text + "' must begin with a field");
    }
    if (first.name().equals("_id")) {
      throw new SampleException("'" + text + "': an update can't change the _id");
    }
    return new UpdatePath(text, List.copyOf(parts));
  }

  /** Whether both may name the same field or one a part of the other, which MongoDB refuses. */
  boolean clashesWith(UpdatePath other) {
    for (int i = 0; i < Math.min(parts.size(), other.parts.size()); i++) {
      if (!mayBeSame(parts.get(i), other.parts.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayBeSame(Part one, Part other) {
    if (one instanceof Part.Named a && other instanceof Part.Named b) {
      return a.name().equals(b.name());
    }
    return (!(one instanceof Part.Named a) || a.index() >= 0)
        && (!(other instanceof Part.Named b) || b.index() >= 0);
  }

  @Override
  public String toString() {
    return text;
  }
}
