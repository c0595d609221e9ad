package dev.weir.study.sample;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.bson.BsonType;

/**
 * What a user's documents look like, without their values: the forms that they take, how often each
 * occurs, and what an update of one sets. Immutable; made by {@link SampleBuilder} of documents, or
 * read from {@link #text()}.
 */
public final class Sample {
  /** More would be hard to hand from process to process with every order. */
  static final int MOST_CHARACTERS = 200_000;

  /** Values of one document written out in a message, and names suggested. */
  private static final int MOST_SUGGESTIONS = 2_000;

  /** 2^64 divided by the golden ratio: neighbours fall far apart, and every form gets its share. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private static final int BITS = 31;

  /** BSON of an update that sets nothing: {@code {"$set": {}}}. */
  public static final int SET_BYTES = 16;

  private final SampleNodes nodes;
  private final List<Form> forms;
  private final long[] upTo;
  private final List<UpdatePath> updates;

  /** Whether a value can be counted up or holds one that can, by place. */
  private final boolean[] counts;

  /**
   * One form of document.
   *
   * @param root place of its {@link SampleNode.Fields}
   * @param weight documents of the sample that it stands for
   * @param targets where the paths of an update lead; those that it lacks are left out
   * @param version the target whose value is new with every update, -1 without targets
   */
  public record Form(int root, int weight, List<UpdateTarget> targets, int version) {}

  private Sample(SampleNodes nodes, List<Form> forms, List<UpdatePath> updates, boolean[] counts) {
    this.nodes = nodes;
    this.forms = forms;
    this.updates = updates;
    this.counts = counts;
    this.upTo = new long[forms.size()];
    long sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += forms.get(i).weight();
      upTo[i] = sum;
    }
  }

  /**
   * @param roots places of the forms, each with its weight
   */
  static Sample of(SampleNodes nodes, Map<Integer, Integer> roots) throws SampleException {
    boolean[] counts = new boolean[nodes.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = counts(nodes.get(i), counts);
    }
    List<Form> forms = new ArrayList<>();
    for (Map.Entry<Integer, Integer> root : roots.entrySet()) {
      if (!(nodes.get(root.getKey()) instanceof SampleNode.Fields fields)) {
        throw new SampleException("a sample is made of documents");
      }
      for (String name : fields.names()) {
        if (name.startsWith("$")) {
          throw new SampleException(
              "the field '" + name + "': MongoDB stores no document whose own field begins with $");
        }
      }
      if (root.getValue() < 1) {
        throw new SampleException("a form of document occurs at least once");
      }
      forms.add(new Form(root.getKey(), root.getValue(), List.of(), -1));
    }
    if (forms.isEmpty()) {
      throw new SampleException("it holds no document");
    }
    return new Sample(nodes, List.copyOf(forms), List.of(), counts);
  }

  /**
   * The same documents with these updates.
   *
   * @throws SampleException if a path leads nowhere or two clash, or an update would not always
   *     change its document
   */
  public Sample updating(List<UpdatePath> paths) throws SampleException {
    for (int i = 0; i < paths.size(); i++) {
      check(paths.get(i));
      for (int j = 0; j < i; j++) {
        if (paths.get(i).clashesWith(paths.get(j))) {
          throw new SampleException(
              "'"
                  + paths.get(j)
                  + "' and '"
                  + paths.get(i)
                  + "' may name the same field; keep one");
        }
      }
    }
    List<Form> updated = new ArrayList<>();
    int without = 0;
    int unchanging = 0;
    for (Form form : forms) {
      List<UpdateTarget> targets = targets(form, paths);
      int version = -1;
      for (int i = targets.size() - 1; i >= 0; i--) {
        version = counts(targets.get(i)) ? i : version;
      }
      without += targets.isEmpty() ? form.weight() : 0;
      unchanging += version < 0 ? form.weight() : 0;
      updated.add(new Form(form.root(), form.weight(), targets, version));
    }
    if (!paths.isEmpty() && without > 0) {
      throw new SampleException(
          without
              + " of "
              + upTo[upTo.length - 1]
              + " documents have none of these fields; name one that all have");
    }
    if (!paths.isEmpty() && unchanging > 0) {
      throw new SampleException(
          "an update of these fields does not always change the document: booleans, null and texts"
              + " below six characters repeat; name a number, a date or a longer text, too");
    }
    return new Sample(nodes, List.copyOf(updated), List.copyOf(paths), counts);
  }

  private List<UpdateTarget> targets(Form form, List<UpdatePath> paths) {
    List<UpdateTarget> targets = new ArrayList<>();
    for (UpdatePath path : paths) {
      UpdateTarget target = UpdateTarget.of(nodes, form.root(), path.parts());
      if (target != null) {
        targets.add(target);
      }
    }
    return List.copyOf(targets);
  }

  /**
   * Whether any document has the field.
   *
   * @throws SampleException if none has; suggests one that there is
   */
  public void check(UpdatePath path) throws SampleException {
    for (Form form : forms) {
      if (UpdateTarget.of(nodes, form.root(), path.parts()) != null) {
        return;
      }
    }
    Set<String> known = new LinkedHashSet<>();
    forms.forEach(form -> paths(form.root(), "", known));
    LevenshteinDistance edits = new LevenshteinDistance(Math.max(2, path.text().length() / 4));
    Optional<String> closest =
        known.stream()
            .filter(name -> edits.apply(path.text(), name) >= 0)
            .min(Comparator.comparing(name -> edits.apply(path.text(), name)));
    throw new SampleException(
        "'"
            + path
            + "' is not in the sample; "
            + closest
                .map(name -> "did you mean '" + name + "'?")
                .orElseGet(
                    () ->
                        "its fields: "
                            + String.join(", ", known.stream().limit(12).toList())
                            + (known.size() > 12 ? " …" : "")));
  }

  /** Every path of a form, arrays by {@code $[i]}. */
  private void paths(int node, String prefix, Set<String> into) {
    if (into.size() > MOST_SUGGESTIONS) {
      return;
    }
    if (nodes.get(node) instanceof SampleNode.Fields fields) {
      for (int i = 0; i < fields.names().size(); i++) {
        String path =
            prefix.isEmpty() ? fields.names().get(i) : prefix + "." + fields.names().get(i);
        if (!path.equals("_id")) {
          into.add(path);
          paths(fields.values().get(i), path, into);
        }
      }
    } else if (nodes.get(node) instanceof SampleNode.Items items && !prefix.isEmpty()) {
      for (int value : items.values()) {
        into.add(prefix + ".$[i]");
        paths(value, prefix + ".$[i]", into);
      }
    }
  }

  /** The paths of values that an update may set, in the order of the first document. */
  public List<String> paths() {
    Set<String> known = new LinkedHashSet<>();
    forms.forEach(form -> paths(form.root(), "", known));
    return List.copyOf(known);
  }

  /** Whether the first document that has that field has a number there. */
  public boolean numeric(String path) {
    try {
      UpdatePath parsed = UpdatePath.parse(path);
      for (Form form : forms) {
        UpdateTarget target = UpdateTarget.of(nodes, form.root(), parsed.parts());
        if (target != null) {
          SampleNode node = nodes.get(UpdateTarget.value(target));
          return node instanceof SampleNode.Real
              || node.type() == BsonType.INT32
              || node.type() == BsonType.INT64;
        }
      }
      return false;
    } catch (SampleException e) {
      return false;
    }
  }

  /** BSON bytes of a document in the mean. */
  public double meanBytes() {
    double sum = 0;
    for (Form form : forms) {
      sum += (double) form.weight() * bytes(form.root());
    }
    return sum / upTo[upTo.length - 1];
  }

  /** Whether every document has that field and setting it alone always changes the document. */
  public boolean alwaysChangedBy(String path) {
    try {
      updating(List.of(UpdatePath.parse(path)));
      return true;
    } catch (SampleException e) {
      return false;
    }
  }

  /** The form of the document of that key: the same wherever it is asked. */
  public Form form(long key) {
    long share = (key * GOLDEN) >>> (Long.SIZE - BITS);
    long wanted = (share * upTo[upTo.length - 1]) >>> BITS;
    int low = 0;
    int high = upTo.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (upTo[middle] > wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return forms.get(low);
  }

  public List<Form> forms() {
    return forms;
  }

  public List<UpdatePath> updates() {
    return updates;
  }

  /** The first of these that lies in an array, which an upsert that inserts does not make. */
  public Optional<UpdatePath> updateInArray() {
    return updates.stream()
        .filter(path -> forms.stream().anyMatch(form -> inArray(form.root(), path.parts())))
        .findFirst();
  }

  private boolean inArray(int node, List<UpdatePath.Part> parts) {
    if (parts.isEmpty()) {
      return false;
    }
    if (nodes.get(node) instanceof SampleNode.Fields fields) {
      int at =
          parts.get(0) instanceof UpdatePath.Part.Named named
              ? fields.names().indexOf(named.name())
              : -1;
      return at >= 0 && inArray(fields.values().get(at), parts.subList(1, parts.size()));
    }
    return nodes.get(node) instanceof SampleNode.Items;
  }

  /** The value at a place. */
  public SampleNode node(int place) {
    return nodes.get(place);
  }

  /** BSON bytes of the value at a place, without its type and name. */
  public int bytes(int place) {
    return nodes.bytes(place);
  }

  /** Whether values at that place can be made that were never there before. */
  public boolean counts(int place) {
    return counts[place];
  }

  /** BSON bytes of the smallest form, with the {@code _id} of the sample. */
  public int minBytes() {
    return forms.stream().mapToInt(form -> bytes(form.root())).min().orElseThrow();
  }

  /** BSON bytes of the largest form. */
  public int maxBytes() {
    return forms.stream().mapToInt(form -> bytes(form.root())).max().orElseThrow();
  }

  /** Fields that an update sets, in the mean of all documents. */
  public double fields() {
    double sum = 0;
    for (Form form : forms) {
      sum += (double) form.weight() * form.targets().size();
    }
    return sum / upTo[upTo.length - 1];
  }

  /** Fields of a document itself, in the mean. */
  public double meanFields() {
    double sum = 0;
    for (Form form : forms) {
      sum += (double) form.weight() * ((SampleNode.Fields) nodes.get(form.root())).names().size();
    }
    return sum / upTo[upTo.length - 1];
  }

  /** BSON bytes of an update in the mean; where an element is drawn, of the first one. */
  public double updateBytes() {
    double sum = 0;
    for (Form form : forms) {
      long bytes = SET_BYTES;
      for (UpdateTarget target : form.targets()) {
        bytes += 2L + UpdateTarget.pathBytes(target) + nodes.bytes(UpdateTarget.value(target));
      }
      sum += (double) form.weight() * bytes;
    }
    return sum / upTo[upTo.length - 1];
  }

  private boolean counts(UpdateTarget target) {
    if (target instanceof UpdateTarget.Value value) {
      return counts[value.node()];
    }
    if (target instanceof UpdateTarget.Through through) {
      return counts(through.next());
    }
    return ((UpdateTarget.Drawn) target).runs().stream().allMatch(run -> counts(run.next()));
  }

  private static boolean counts(SampleNode node, boolean[] before) {
    if (node instanceof SampleNode.Fields fields) {
      return fields.values().stream().anyMatch(value -> before[value]);
    }
    if (node instanceof SampleNode.Items items) {
      return items.values().stream().anyMatch(value -> before[value]);
    }
    return Counted.counts(node);
  }

  /** All of it as one line of JSON. */
  public String text() {
    return SampleText.write(nodes, forms, updates);
  }

  /**
   * Reads what {@link #text()} wrote.
   *
   * @throws SampleException if it is damaged
   */
  public static Sample parse(String text) throws SampleException {
    return SampleText.read(text);
  }

  /** Weights of places, in order; equal forms are one. */
  static Map<Integer, Integer> weights(List<Integer> roots, List<Integer> weights) {
    Map<Integer, Integer> all = new LinkedHashMap<>();
    for (int i = 0; i < roots.size(); i++) {
      all.merge(roots.get(i), weights.get(i), Integer::sum);
    }
    return all;
  }
}
