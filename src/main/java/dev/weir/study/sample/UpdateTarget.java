package dev.weir.study.sample;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a path leads in one form of document. */
public sealed interface UpdateTarget {
  /** The value that is set: the place of its node. */
  record Value(int node) implements UpdateTarget {}

  /** Through a field, an index or {@code $[]}. */
  record Through(String part, UpdateTarget next) implements UpdateTarget {}

  /**
   * Through one of several elements.
   *
   * @param letter draws with the same letter choose alike
   * @param elements from which it is drawn, in all
   * @param runs of elements that are alike
   */
  record Drawn(String letter, int elements, List<Run> runs) implements UpdateTarget {}

  /**
   * @param first index of its first element
   * @param count elements
   */
  record Run(int first, int count, UpdateTarget next) {}

  /** The value that it leads to, by the first of alternatives: the place of its node. */
  static int value(UpdateTarget target) {
    if (target instanceof Value value) {
      return value.node();
    }
    return target instanceof Through through
        ? value(through.next())
        : value(((Drawn) target).runs().get(0).next());
  }

  /** Bytes of its path; where an element is drawn, of the first one. */
  static int pathBytes(UpdateTarget target) {
    if (target instanceof Value) {
      return 0;
    }
    String part =
        target instanceof Through through
            ? through.part()
            : Integer.toString(((Drawn) target).runs().get(0).first());
    UpdateTarget next =
        target instanceof Through through ? through.next() : ((Drawn) target).runs().get(0).next();
    return SampleNodes.utf8(part) + (next instanceof Value ? 0 : 1 + pathBytes(next));
  }

  /** Null where the form of document lacks the path. */
  static @Nullable UpdateTarget of(SampleNodes nodes, int node, List<UpdatePath.Part> parts) {
    if (parts.isEmpty()) {
      return new Value(node);
    }
    List<UpdatePath.Part> rest = parts.subList(1, parts.size());
    if (nodes.get(node) instanceof SampleNode.Fields fields) {
      return parts.get(0) instanceof UpdatePath.Part.Named named
          ? through(nodes, named.name(), child(fields, named.name()), rest)
          : null;
    }
    if (!(nodes.get(node) instanceof SampleNode.Items items)) {
      return null;
    }
    if (parts.get(0) instanceof UpdatePath.Part.Named named) {
      return through(nodes, named.name(), element(items, named.index()), rest);
    }
    return parts.get(0) instanceof UpdatePath.Part.Drawn drawn
        ? drawn(nodes, items, drawn.letter(), rest)
        : every(nodes, items, rest);
  }

  private static @Nullable UpdateTarget through(
      SampleNodes nodes, String part, int child, List<UpdatePath.Part> rest) {
    UpdateTarget next = child < 0 ? null : of(nodes, child, rest);
    return next == null ? null : new Through(part, next);
  }

  private static @Nullable UpdateTarget drawn(
      SampleNodes nodes, SampleNode.Items items, String letter, List<UpdatePath.Part> rest) {
    List<Run> runs = new ArrayList<>();
    int first = 0;
    int all = 0;
    for (int i = 0; i < items.values().size(); i++) {
      int count = items.counts().get(i);
      UpdateTarget next = of(nodes, items.values().get(i), rest);
      if (next != null) {
        runs.add(new Run(first, count, next));
        all += count;
      }
      first += count;
    }
    return runs.isEmpty() ? null : new Drawn(letter, all, runs);
  }

  /** MongoDB refuses or adds the field where an element lacks it, so all must have it. */
  private static @Nullable UpdateTarget every(
      SampleNodes nodes, SampleNode.Items items, List<UpdatePath.Part> rest) {
    UpdateTarget one = null;
    for (int value : items.values()) {
      UpdateTarget next = of(nodes, value, rest);
      if (next == null) {
        return null;
      }
      one = one == null ? next : one;
    }
    return one == null ? null : new Through("$[]", one);
  }

  private static int child(SampleNode.Fields fields, String name) {
    int at = fields.names().indexOf(name);
    return at < 0 ? -1 : fields.values().get(at);
  }

  private static int element(SampleNode.Items items, int index) {
    int first = 0;
    for (int i = 0; index >= 0 && i < items.values().size(); i++) {
      first += items.counts().get(i);
      if (index < first) {
        return items.values().get(i);
      }
    }
    return -1;
  }
}
