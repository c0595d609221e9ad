package dev.weir.study;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A place in a YAML file. Only nodes are composed, never objects, so a hostile file can't construct
 * anything; size, nesting and aliases are bounded.
 */
public final class YamlTree {
  public static final int MOST_CHARACTERS = 1_000_000;
  static final int DEEPEST = 20;

  /** What an untagged node resolves to; any other tag was written by the author. */
  private static final Set<Tag> PLAIN =
      Set.of(
          Tag.MAP,
          Tag.SEQ,
          Tag.STR,
          Tag.INT,
          Tag.FLOAT,
          Tag.BOOL,
          Tag.NULL,
          Tag.TIMESTAMP,
          Tag.MERGE);

  private final String file;
  private final Node node;

  private YamlTree(String file, Node node) throws StudyException {
    this.file = file;
    this.node = node;
    if (!PLAIN.contains(node.getTag())) {
      throw error("YAML tag '" + node.getTag() + "' is not used here; write the plain value");
    }
  }

  /** Parses the text; {@code file} is only used in messages. */
  public static YamlTree parse(String file, String text) throws StudyException {
    if (text.length() > MOST_CHARACTERS) {
      throw new StudyException(
          file + ": larger than " + MOST_CHARACTERS + " characters; such a file is a page or two");
    }
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(0);
    options.setCodePointLimit(MOST_CHARACTERS);
    try {
      Node root = new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
      if (root == null) {
        throw new StudyException(file + ": empty; it needs at least a 'name'");
      }
      return new YamlTree(file, root);
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
      String where = mark == null ? file : place(file, mark);
      throw new StudyException(
          where + ": not valid YAML: " + oneLine(e.getProblem()) + hint(text, mark));
    } catch (YAMLException | IllegalArgumentException e) { // the latter for a tag such as !%e
      throw new StudyException(file + ": not valid YAML: " + oneLine(e.getMessage()));
    }
  }

  /** An error at this place: {@code file:line:column: message}. */
  public StudyException error(String message) {
    return new StudyException(place(file, node.getStartMark()) + ": " + message);
  }

  /**
   * The entries of a mapping; fails on keys outside {@code known} (empty: any) and on duplicates.
   */
  public Map<String, YamlTree> mapping(String what, Collection<String> known)
      throws StudyException {
    if (!(node instanceof MappingNode mapping)) {
      throw error(what + " must be a mapping of keys to values");
    }
    Map<String, YamlTree> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlTree key = new YamlTree(file, tuple.getKeyNode());
      String name = key.text("a key of " + what);
      if (!known.isEmpty() && !known.contains(name)) {
        throw key.error(unknown(name, what, known));
      }
      if (entries.put(name, new YamlTree(file, tuple.getValueNode())) != null) {
        throw key.error("'" + name + "' appears twice in " + what + "; keep one");
      }
    }
    return entries;
  }

  /** The entries of a mapping whose keys were checked. */
  public Map<String, YamlTree> mapping(String what) throws StudyException {
    return mapping(what, List.of());
  }

  /** The items of a list. */
  public List<YamlTree> list(String what) throws StudyException {
    if (!(node instanceof SequenceNode sequence)) {
      throw error(what + " must be a list: [a, b, c]");
    }
    List<YamlTree> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new YamlTree(file, item));
    }
    return items;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** The file that this is in, as it is named in messages. */
  String file() {
    return file;
  }

  /** A plain value as it is written. */
  public String text(String what) throws StudyException {
    if (!(node instanceof ScalarNode scalar)) {
      throw error(what + " must be a single value");
    }
    return scalar.getValue();
  }

  static String unknown(String name, String where, Collection<String> known) {
    String hint =
        Suggestion.closest(name, known).map(k -> "; did you mean '" + k + "'?").orElse(";");
    return "unknown key '" + name + "' in " + where + hint + " known: " + String.join(", ", known);
  }

  private static String place(String file, Mark mark) {
    return file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }

  /** A path such as inventory.$[i].count ends a list in [ ], unless it is quoted. */
  private static String hint(String text, @Nullable Mark mark) {
    boolean path =
        mark != null && text.lines().skip(mark.getLine()).findFirst().orElse("").contains("$[");
    return path ? "; quote a field with $[…] inside [ ]: 'items.$[i].count'" : "";
  }

  private static String oneLine(@Nullable String text) {
    return text == null ? "unreadable" : text.lines().findFirst().orElse("unreadable").strip();
  }
}
