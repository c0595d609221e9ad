package dev.weir.study;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a study strictly: an unknown key, a wrong type or an empty factor is an error with its
 * place.
 */
public final class StudyReader {
  private static final Set<Factor<?>> OF_UPSERTS = Set.of(Factor.WRITE, Factor.DOCUMENT);

  private StudyReader() {}

  /** Reads a study as it runs without further wishes: scaled, if its author gave two scales. */
  public static Study open(String nameOrFile) throws StudyException {
    return open(nameOrFile, Scale.SCALED);
  }

  /**
   * Reads a study by the name of a shipped one or the path of a file.
   *
   * @throws StudyException if there is none, or it can't be used
   */
  public static Study open(String nameOrFile, Scale scale) throws StudyException {
    if (ShippedStudies.NAMES.contains(nameOrFile)) {
      return parse(nameOrFile + ".yaml", ShippedStudies.text(nameOrFile), scale);
    }
    Path path = existing(nameOrFile);
    try {
      if (Files.size(path) > YamlTree.MOST_CHARACTERS) {
        throw new StudyException(path + ": larger than " + YamlTree.MOST_CHARACTERS + " bytes");
      }
      return parse(path.toString(), Files.readString(path), scale);
    } catch (CharacterCodingException e) {
      throw new StudyException(path + ": not UTF-8 text");
    } catch (IOException e) {
      throw new StudyException(path + ": can't be read: " + FileProblem.of(e));
    }
  }

  /** The YAML of a shipped study, as its author wrote it. */
  public static String shippedText(String name) throws StudyException {
    return ShippedStudies.text(name);
  }

  private static Path existing(String nameOrFile) throws StudyException {
    try {
      Path path = Path.of(nameOrFile);
      if (Files.exists(path)) {
        return path;
      }
    } catch (InvalidPathException e) {
      // Falls through to the one message for whatever names no file.
    }
    throw new StudyException(
        "no study '"
            + nameOrFile
            + "': neither a file nor one of "
            + String.join(", ", ShippedStudies.NAMES));
  }

  /** Reads a study from text; {@code file} names it in messages. */
  public static Study parse(String file, String text) throws StudyException {
    return parse(file, text, Scale.SCALED);
  }

  /** As {@link #parse(String, String)}, at a scale. A study without {@code full} has one scale. */
  public static Study parse(String file, String text, Scale scale) throws StudyException {
    YamlTree root = YamlTree.parse(file, text);
    StudyKeys.STUDY.check(root, "the study");
    Map<String, YamlTree> top = root.mapping("the study");
    YamlTree full = top.get("full");
    if (full != null) {
      if (top.containsKey("scale")) {
        throw full.error(
            "'full' gives a second scale, but 'scale' says which one this is; keep one");
      }
      Map<String, YamlTree> atFull = full.mapping("full");
      if (scale == Scale.FULL) {
        top.putAll(atFull);
      } else {
        parse(file, text, Scale.FULL); // what is wrong there should not wait until it is needed
      }
    }
    String name = text(top, root, "name");
    YamlTree whereFactors = require(top, root, "factors");
    Map<DocumentKind, DocumentKind> samples = SampleKinds.recorded(top.get("samples"));
    Map<Factor<?>, List<Object>> factors = factors(whereFactors);
    List<Map<Factor<?>, Object>> include = inclusions(top.get("include"));
    resolve(samples, factors, include, whereFactors);
    List<Study.Exclusion> exclude = exclusions(top.get("exclude"));
    requireUpserts(whereFactors, factors, exclude, top.get("include"), include);
    YamlTree baseline = top.get("baseline");
    Study absent = Study.named(name);
    return new Study(
        name,
        top.containsKey("question") ? text(top, root, "question") : "",
        choice(top.get("target"), "target", Target.values(), absent.target()),
        choice(top.get("topology"), "topology", Topology.values(), absent.topology()),
        mongodArguments(top.get("mongod")),
        integer(top.get("seed"), absent.seed()),
        (int) integer(top.get("documents"), absent.documents()),
        choice(top.get("order"), "order", Order.values(), absent.order()),
        rounds(top.get("rounds"), absent.rounds()),
        fraction(top.get("precision"), "precision", absent.precision()),
        fraction(top.get("confidence"), "confidence", absent.confidence()),
        duration(top.get("budget"), absent.budget()),
        timing(top.get("trial"), absent.trial()),
        warmUp(top.get("warmUp"), absent.warmUp()),
        baseline == null ? null : oneCell(baseline, "baseline"),
        factors,
        exclude,
        include,
        full == null ? choice(top.get("scale"), "scale", Scale.values(), absent.scale()) : scale,
        ClaimReader.read(top.get("claims"), factors));
  }

  /** Gives each sample that is only named its model. */
  private static void resolve(
      Map<DocumentKind, DocumentKind> samples,
      Map<Factor<?>, List<Object>> factors,
      List<Map<Factor<?>, Object>> include,
      YamlTree where)
      throws StudyException {
    List<Object> varied = factors.get(Factor.DOCUMENT);
    SampleKinds.collect(samples, varied, where);
    for (Map<Factor<?>, Object> cell : include) {
      Object kind = cell.get(Factor.DOCUMENT);
      SampleKinds.collect(samples, kind == null ? null : List.of(kind), where);
    }
    if (varied != null) {
      List<Object> whole = new ArrayList<>();
      for (Object value : varied) {
        whole.add(SampleKinds.resolved(samples, value, where));
      }
      factors.put(Factor.DOCUMENT, whole);
    }
    for (Map<Factor<?>, Object> cell : include) {
      Object kind = cell.get(Factor.DOCUMENT);
      if (kind != null) {
        cell.put(Factor.DOCUMENT, SampleKinds.resolved(samples, kind, where));
      }
    }
  }

  /** An upsert that can't be made is said at its place; nobody meant to leave such cells out. */
  private static void requireUpserts(
      YamlTree where,
      Map<Factor<?>, List<Object>> factors,
      List<Study.Exclusion> exclude,
      @Nullable YamlTree whereIncluded,
      List<Map<Factor<?>, Object>> include)
      throws StudyException {
    List<Object> writes = valuesOf(Factor.WRITE, factors);
    List<Object> kinds = valuesOf(Factor.DOCUMENT, factors);
    YamlTree named = where.mapping("factors").getOrDefault(Factor.WRITE.yamlName(), where);
    for (Object write : writes) {
      for (Object kind : kinds) {
        Cell cell = Cell.of(Map.of(Factor.WRITE, write, Factor.DOCUMENT, kind));
        if (exclude.stream().noneMatch(each -> each.isAbout(OF_UPSERTS) && each.covers(cell))) {
          requireUpsert(named, cell);
        }
      }
    }
    for (int i = 0; whereIncluded != null && i < include.size(); i++) {
      Map<Factor<?>, Object> cell = new TreeMap<>();
      putFixed(cell, Factor.WRITE, writes);
      putFixed(cell, Factor.DOCUMENT, kinds);
      cell.putAll(include.get(i));
      requireUpsert(whereIncluded.list("include").get(i), Cell.of(cell));
    }
  }

  private static List<Object> valuesOf(Factor<?> factor, Map<Factor<?>, List<Object>> factors) {
    return factors.getOrDefault(factor, List.of(factor.defaultValue()));
  }

  private static void putFixed(Map<Factor<?>, Object> cell, Factor<?> factor, List<Object> values) {
    if (values.size() == 1) {
      cell.put(factor, values.get(0));
    }
  }

  private static void requireUpsert(YamlTree node, Cell cell) throws StudyException {
    Optional<String> refusal = cell.upsertInArray().map(path -> Factor.upsertInArray(cell, path));
    if (refusal.isPresent()) {
      throw node.error(refusal.get());
    }
  }

  private static Map<Factor<?>, List<Object>> factors(YamlTree node) throws StudyException {
    Map<Factor<?>, List<Object>> factors = new TreeMap<>();
    for (Map.Entry<String, YamlTree> entry : node.mapping("factors", Factor.names()).entrySet()) {
      Factor<?> factor = Factor.named(entry.getKey()).orElseThrow();
      factors.put(factor, values(factor, entry.getValue()));
    }
    if (factors.isEmpty()) {
      throw node.error(
          "'factors' is empty; name at least one of " + String.join(", ", Factor.names()));
    }
    List<Object> dispatch = factors.getOrDefault(Factor.DISPATCH, List.of(Dispatch.NONE));
    // Records name every factor: one that is as it would be anyway was not asked for.
    List<Object> unsaid = List.of(Factor.IN_FLIGHT.defaultValue());
    boolean said = !factors.getOrDefault(Factor.IN_FLIGHT, unsaid).equals(unsaid);
    if (said && !dispatch.contains(Dispatch.NONE)) {
      throw node.error("with dispatch 'inFlight' follows from queueWorkers or tasks; leave it out");
    }
    return factors;
  }

  /** One value or a list of distinct ones. */
  static List<Object> values(Factor<?> factor, YamlTree node) throws StudyException {
    if (!node.isList()) {
      return List.of(value(factor, node));
    }
    Set<Object> values = new LinkedHashSet<>();
    for (YamlTree item : node.list(factor.yamlName())) {
      Object value = value(factor, item);
      if (!values.add(value)) {
        throw item.error(
            "duplicate cell: '"
                + value
                + "' appears twice in factor "
                + factor.yamlName()
                + "; keep one");
      }
    }
    if (values.isEmpty()) {
      throw node.error("factor " + factor.yamlName() + " is empty; give it at least one value");
    }
    return new ArrayList<>(values);
  }

  private static Object value(Factor<?> factor, YamlTree node) throws StudyException {
    if (factor == Factor.DOCUMENT && node.isMapping()) {
      return SampleKinds.read(node);
    }
    try {
      return factor.parse(node.text(factor.yamlName()));
    } catch (IllegalArgumentException e) {
      throw node.error(factor.yamlName() + ": " + e.getMessage());
    }
  }

  static Map<Factor<?>, Object> oneCell(YamlTree node, String what) throws StudyException {
    Map<Factor<?>, Object> cell = new TreeMap<>();
    for (Map.Entry<String, YamlTree> entry : node.mapping(what, Factor.names()).entrySet()) {
      Factor<?> factor = Factor.named(entry.getKey()).orElseThrow();
      cell.put(factor, value(factor, entry.getValue()));
    }
    return cell;
  }

  private static List<Study.Exclusion> exclusions(@Nullable YamlTree node) throws StudyException {
    List<Study.Exclusion> exclusions = new ArrayList<>();
    for (YamlTree item : node == null ? List.<YamlTree>of() : node.list("exclude")) {
      List<String> known = new ArrayList<>(Factor.names());
      known.add("because");
      Map<Factor<?>, List<Object>> matches = new TreeMap<>();
      String because = "excluded by the study";
      for (Map.Entry<String, YamlTree> entry : item.mapping("exclude", known).entrySet()) {
        if (entry.getKey().equals("because")) {
          because = entry.getValue().text("because");
        } else {
          Factor<?> factor = Factor.named(entry.getKey()).orElseThrow();
          matches.put(factor, values(factor, entry.getValue()));
        }
      }
      if (matches.isEmpty()) {
        throw item.error("this exclusion names no factor and would exclude everything");
      }
      exclusions.add(new Study.Exclusion(matches, because));
    }
    return exclusions;
  }

  private static List<Map<Factor<?>, Object>> inclusions(@Nullable YamlTree node)
      throws StudyException {
    List<Map<Factor<?>, Object>> cells = new ArrayList<>();
    for (YamlTree item : node == null ? List.<YamlTree>of() : node.list("include")) {
      cells.add(oneCell(item, "include"));
    }
    return cells;
  }

  private static List<String> mongodArguments(@Nullable YamlTree node) throws StudyException {
    List<String> arguments = new ArrayList<>();
    for (YamlTree item : node == null ? List.<YamlTree>of() : node.list("mongod")) {
      arguments.add(item.text("mongod"));
    }
    return arguments;
  }

  private static Study.Rounds rounds(@Nullable YamlTree node, Study.Rounds absent)
      throws StudyException {
    if (node == null) {
      return absent;
    }
    Map<String, YamlTree> keys = node.mapping("rounds");
    int min = (int) integer(keys.get("min"), absent.min());
    int max = (int) integer(keys.get("max"), Math.max(min, absent.max()));
    if (max < min) {
      throw node.error("rounds.max is smaller than rounds.min");
    }
    return new Study.Rounds(min, max);
  }

  private static Study.TrialTiming timing(@Nullable YamlTree node, Study.TrialTiming absent)
      throws StudyException {
    if (node == null) {
      return absent;
    }
    Map<String, YamlTree> keys = node.mapping("trial");
    Duration measure = duration(keys.get("measure"), absent.measure());
    Duration window = duration(keys.get("window"), absent.window());
    Duration usual = Study.TrialTiming.turnOf(measure, window);
    Duration turn = duration(keys.get("turn"), usual);
    holdsFourWindows("trial.measure", measure, window, node);
    holdsFourWindows("trial.turn", turn, window, node);
    return new Study.TrialTiming(
        measure,
        window,
        duration(keys.get("settleAtMost"), absent.settleAtMost()),
        turn,
        duration(keys.get("leadIn"), absent.leadIn()),
        duration(keys.get("alike"), absent.alike()));
  }

  private static void holdsFourWindows(String what, Duration length, Duration window, YamlTree node)
      throws StudyException {
    if (length.compareTo(window.multipliedBy(Study.TrialTiming.FEWEST_WINDOWS)) < 0) {
      throw node.error(what + " must hold at least four windows of " + window.toMillis() + " ms");
    }
  }

  private static Study.WarmUp warmUp(@Nullable YamlTree node, Study.WarmUp absent)
      throws StudyException {
    if (node == null) {
      return absent;
    }
    Map<String, YamlTree> keys = node.mapping("warmUp");
    return new Study.WarmUp(duration(keys.get("atMost"), absent.atMost()));
  }

  static YamlTree require(Map<String, YamlTree> keys, YamlTree parent, String key)
      throws StudyException {
    YamlTree node = keys.get(key);
    if (node == null) {
      throw parent.error("'" + key + "' is missing");
    }
    return node;
  }

  static String text(Map<String, YamlTree> keys, YamlTree parent, String key)
      throws StudyException {
    return require(keys, parent, key).text(key);
  }

  static <E extends Enum<E> & NamedChoice> E choice(
      @Nullable YamlTree node, String what, E[] values, E absent) throws StudyException {
    if (node == null) {
      return absent;
    }
    String text = node.text(what);
    for (E value : values) {
      if (value.yamlName().equals(text)) {
        return value;
      }
    }
    List<String> names = Arrays.stream(values).map(NamedChoice::yamlName).toList();
    throw node.error(what + ": " + Suggestion.notOneOf(text, names));
  }

  /** A number that was checked. */
  private static long integer(@Nullable YamlTree node, long absent) throws StudyException {
    return node == null ? absent : Long.parseLong(node.text("a number").replace("_", ""));
  }

  static double fraction(@Nullable YamlTree node, String what, double absent)
      throws StudyException {
    if (node == null) {
      return absent;
    }
    String text = node.text(what);
    if (text.matches("\\d{1,2}(\\.\\d{1,3})?%")) {
      double value = Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
      if (value > 0) {
        return value;
      }
    }
    throw node.error(what + ": '" + text + "' is not a percentage such as 8%");
  }

  /** A time that was checked. */
  private static Duration duration(@Nullable YamlTree node, Duration absent) throws StudyException {
    return node == null ? absent : Duration.parse("PT" + node.text("a time").replace(" ", ""));
  }
}
