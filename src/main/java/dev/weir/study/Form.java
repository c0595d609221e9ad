package dev.weir.study;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What may stand at one place of a study or plan file. The reader checks it, the JSON Schema and
 * the manual are made of it, so the three can't differ.
 */
public sealed interface Form
    permits Form.Scalar, Form.Sequence, Form.Mapping, Form.Either, Form.Named {
  /**
   * Checks a place and all below it.
   *
   * @param what names the place in messages
   * @throws StudyException at the first thing that may not stand there
   */
  void check(YamlTree node, String what) throws StudyException;

  /**
   * The JSON Schema of this place.
   *
   * @param definitions takes the parts that stand at several places
   */
  Map<String, Object> schema(Map<String, Object> definitions);

  /** What may stand there, in words. */
  String words();

  /** Says what is wrong with a text, null if nothing is. */
  @FunctionalInterface
  interface Problem {
    @Nullable String of(String text);
  }

  /**
   * A plain value.
   *
   * @param rules its JSON Schema
   * @param problem finds what is wrong with a text
   */
  record Scalar(String words, Map<String, Object> rules, Problem problem) implements Form {
    @Override
    public void check(YamlTree node, String what) throws StudyException {
      String wrong = problem.of(node.text(what));
      if (wrong != null) {
        throw node.error(what + ": " + wrong);
      }
    }

    @Override
    public Map<String, Object> schema(Map<String, Object> definitions) {
      return rules;
    }
  }

  /**
   * A list.
   *
   * @param alone whether a single item may stand there without a list
   */
  record Sequence(Form item, boolean alone) implements Form {
    @Override
    public void check(YamlTree node, String what) throws StudyException {
      if (alone && !node.isList()) {
        item.check(node, what);
        return;
      }
      for (YamlTree one : node.list(what)) {
        item.check(one, what);
      }
    }

    @Override
    public Map<String, Object> schema(Map<String, Object> definitions) {
      Map<String, Object> one = item.schema(definitions);
      Map<String, Object> list = new LinkedHashMap<>();
      list.put("type", "array");
      list.put("items", one);
      if (!alone) {
        return list;
      }
      list.put("minItems", 1);
      list.put("uniqueItems", true);
      return Map.of("anyOf", List.of(one, list));
    }

    @Override
    public String words() {
      return alone ? item.words() + "; one or a list" : "a list of " + item.words();
    }
  }

  /**
   * Keys with values.
   *
   * @param label names it in messages; empty where the place does
   * @param prefix of its keys in messages, such as {@code trial.}
   * @param definition name of the part of the JSON Schema that holds it, null if it stands at one
   *     place only
   */
  record Mapping(String label, String prefix, @Nullable String definition, List<FileKey> keys)
      implements Form {
    /** The names of the keys, in order. */
    public List<String> names() {
      return keys.stream().map(FileKey::name).toList();
    }

    @Override
    public void check(YamlTree node, String what) throws StudyException {
      String place = label.isEmpty() ? what : label;
      Map<String, YamlTree> entries = node.mapping(place, names());
      for (FileKey key : keys) {
        YamlTree value = entries.get(key.name());
        if (value != null) {
          key.form().check(value, prefix + key.name());
        } else if (key.required() && !entries.containsKey(String.valueOf(key.unless()))) {
          throw node.error(
              "'%s' is missing in %s; it is %s".formatted(key.name(), place, key.form().words()));
        }
      }
    }

    @Override
    public Map<String, Object> schema(Map<String, Object> definitions) {
      if (definition == null) {
        return body(definitions);
      }
      if (!definitions.containsKey(definition)) {
        definitions.put(definition, body(definitions));
      }
      return Map.of("$ref", "#/$defs/" + definition);
    }

    private Map<String, Object> body(Map<String, Object> definitions) {
      Map<String, Object> properties = new LinkedHashMap<>();
      for (FileKey key : keys) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("description", description(key));
        property.putAll(key.form().schema(definitions));
        properties.put(key.name(), property);
      }
      Map<String, Object> body = new LinkedHashMap<>();
      body.put("type", "object");
      body.put("additionalProperties", false);
      List<String> required = required(null);
      if (!required.isEmpty()) {
        body.put("required", required);
      }
      List<Map<String, Object>> ways = new ArrayList<>();
      Set<String> others = new HashSet<>();
      for (FileKey key : keys) {
        String other = key.unless();
        if (other != null && others.add(other)) {
          ways.add(Map.of("required", List.of(other)));
          ways.add(Map.of("required", required(other)));
        }
      }
      if (!ways.isEmpty()) {
        body.put("anyOf", ways);
      }
      body.put("properties", properties);
      return body;
    }

    private List<String> required(@Nullable String unless) {
      return keys.stream()
          .filter(key -> key.required() && Objects.equals(key.unless(), unless))
          .map(FileKey::name)
          .toList();
    }

    private static String description(FileKey key) {
      String absent = key.absent().isEmpty() ? "" : " Default: " + key.absent() + ".";
      return key.meaning() + ": " + key.form().words() + "." + absent;
    }

    /** The JSON Schema of a file that holds this, draft 2020-12. */
    public Map<String, Object> schemaOfFile(String title) {
      Map<String, Object> definitions = new LinkedHashMap<>();
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
      schema.put("title", title);
      schema.putAll(body(definitions));
      if (!definitions.isEmpty()) {
        schema.put("$defs", definitions);
      }
      return schema;
    }

    @Override
    public String words() {
      return "keys: " + String.join(", ", names());
    }
  }

  /** A plain value, or keys with values. */
  record Either(Scalar plain, Mapping mapping) implements Form {
    @Override
    public void check(YamlTree node, String what) throws StudyException {
      (node.isMapping() ? mapping : plain).check(node, what);
    }

    @Override
    public Map<String, Object> schema(Map<String, Object> definitions) {
      Map<String, Object> either = new LinkedHashMap<>();
      either.put("anyOf", List.of(plain.schema(definitions), mapping.schema(definitions)));
      return either;
    }

    @Override
    public String words() {
      String keys = String.join(", ", mapping.names());
      return plain.words() + ", or a mapping of " + keys;
    }
  }

  /** Values under names of the author's own. */
  record Named(Form value) implements Form {
    @Override
    public void check(YamlTree node, String what) throws StudyException {
      for (Map.Entry<String, YamlTree> entry : node.mapping(what).entrySet()) {
        value.check(entry.getValue(), what + "." + entry.getKey());
      }
    }

    @Override
    public Map<String, Object> schema(Map<String, Object> definitions) {
      return rules("object", "additionalProperties", value.schema(definitions));
    }

    @Override
    public String words() {
      return "names with " + value.words();
    }
  }

  /** Any text. */
  static Scalar text(String words) {
    return new Scalar(words, Map.of("type", List.of("string", "number", "boolean")), text -> null);
  }

  /** A name of lower-case letters, digits and more, as the expression says. */
  static Scalar name(String regex, String words) {
    Pattern pattern = Pattern.compile(regex);
    return new Scalar(
        words,
        rules(List.of("string", "number"), "pattern", "^" + regex + "$"),
        text -> {
          if (pattern.matcher(text).matches()) {
            return null;
          }
          String meant = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
          String hint = pattern.matcher(meant).matches() ? "; did you mean '" + meant + "'?" : "";
          return "'" + text + "' must be " + words + hint;
        });
  }

  /** A text of that form. {@code words} holds an example, as in "a time such as 30s". */
  static Scalar pattern(String regex, String words) {
    Pattern pattern = Pattern.compile(regex);
    return checked(
        regex, words, text -> pattern.matcher(text).matches() ? null : isNot(text, words));
  }

  /** As {@link #pattern}, with a check of its own; the expression is for the schema. */
  static Scalar checked(String regex, String words, Problem problem) {
    return new Scalar(words, rules("string", "pattern", "^" + regex + "$"), problem);
  }

  /** A whole number; underscores may group its digits. */
  static Scalar whole(long min, long max) {
    boolean any = min == Long.MIN_VALUE && max == Long.MAX_VALUE;
    String words = any ? "a whole number" : "a whole number from " + min + " to " + max;
    return new Scalar(
        words,
        numeric("integer", "-?[0-9][0-9_]*", min, max),
        text -> {
          try {
            long value = Long.parseLong(text.replace("_", ""));
            return value >= min && value <= max ? null : isNot(text, words);
          } catch (NumberFormatException e) {
            return isNot(text, words);
          }
        });
  }

  /** As {@link #whole}, or 0. */
  static Scalar wholeOrZero(long min, long max) {
    Scalar whole = whole(min, max);
    String words = "0, or " + whole.words();
    Map<String, Object> rules = new LinkedHashMap<>();
    rules.put("anyOf", List.of(Map.of("const", 0), whole.rules()));
    return new Scalar(
        words,
        rules,
        text -> text.equals("0") || whole.problem().of(text) == null ? null : isNot(text, words));
  }

  /** A positive decimal number; underscores may group its digits. */
  static Scalar number(double min, double max) {
    return number(min, max, "a number from " + plain(min) + " to " + plain(max));
  }

  /** As {@link #number(double, double)}, in words of its own. */
  static Scalar number(double min, double max, String words) {
    String regex = "[0-9][0-9_]{0,14}(\\.[0-9]{1,9})?";
    return new Scalar(
        words,
        numeric("number", regex, min, max),
        text -> {
          if (!text.matches(regex)) {
            return isNot(text, words);
          }
          double value = Double.parseDouble(text.replace("_", ""));
          return value >= min && value <= max ? null : isNot(text, words);
        });
  }

  /** A number in an editor, a text of digits where an underscore makes it one. */
  private static Map<String, Object> numeric(String type, String regex, Number min, Number max) {
    return rules(
        List.of(type, "string"), "minimum", min, "maximum", max, "pattern", "^" + regex + "$");
  }

  /** A schema of a type, and further rules with their values; a schema keeps its order. */
  private static Map<String, Object> rules(Object type, Object... further) {
    Map<String, Object> rules = new LinkedHashMap<>();
    rules.put("type", type);
    for (int i = 0; i < further.length; i += 2) {
      rules.put(further[i].toString(), further[i + 1]);
    }
    return rules;
  }

  /** One of several names. */
  static Scalar choice(List<String> names) {
    return new Scalar(
        String.join(", ", names),
        Map.of("enum", names),
        text -> names.contains(text) ? null : Suggestion.notOneOf(text, names));
  }

  /** One of an enum's names. */
  static Scalar choice(NamedChoice[] values) {
    return choice(Arrays.stream(values).map(NamedChoice::yamlName).toList());
  }

  /** True or false. */
  static Scalar bool() {
    return new Scalar(
        "true, false",
        Map.of("enum", List.of(true, false)),
        text ->
            text.equals("true") || text.equals("false")
                ? null
                : "'" + text + "' is not true or false");
  }

  /** Items one after the other. */
  static Sequence list(Form item) {
    return new Sequence(item, false);
  }

  /** One item, or a list of different ones. */
  static Sequence oneOrMore(Form item) {
    return new Sequence(item, true);
  }

  /** Keys with values, at one place. */
  static Mapping mapping(String label, String prefix, List<FileKey> keys) {
    return new Mapping(label, prefix, null, List.copyOf(keys));
  }

  /** Keys with values that several places share. */
  static Mapping shared(String definition, String label, List<FileKey> keys) {
    return new Mapping(label, "", definition, List.copyOf(keys));
  }

  /** Some of a mapping's keys, none of them required. */
  static List<FileKey> some(List<FileKey> keys, List<String> names) {
    List<FileKey> some = new ArrayList<>();
    for (FileKey key : keys) {
      if (names.contains(key.name())) {
        some.add(FileKey.optional(key.name(), key.form(), "as above", key.meaning()));
      }
    }
    return some;
  }

  private static String isNot(String text, String words) {
    return "'" + text + "' is not " + words;
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : new BigDecimal(String.valueOf(value)).toPlainString();
  }
}
