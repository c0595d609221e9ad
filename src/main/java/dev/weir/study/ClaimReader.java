package dev.weir.study;

import dev.weir.study.Claim.Region;
import dev.weir.study.Claim.Region.Kind;
import dev.weir.study.Claim.Selection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the claims of a study file as strictly as the rest of it. */
public final class ClaimReader {
  private static final List<String> TEST_KEYS = StudyKeys.ofComparison();
  private static final List<String> LIMIT_KEYS = List.of("where", "compare", "heldBackBy");
  private static final List<String> BOUND_KEYS = List.of("figure", "where", "compare", "atMost");
  private static final List<String> CLAIM_KEYS = StudyKeys.ofClaim();
  private static final double SMALLEST_TREND = 0.05;

  /** Values of the factors that the study does not vary. */
  private final Map<Factor<?>, Object> unvaried;

  private ClaimReader(Map<Factor<?>, Object> unvaried) {
    this.unvaried = unvaried;
  }

  static List<Claim> read(@Nullable YamlTree node, Map<Factor<?>, List<Object>> factors)
      throws StudyException {
    Map<Factor<?>, Object> unvaried = new TreeMap<>();
    for (Factor<?> factor : Factor.all()) {
      List<Object> values = factors.getOrDefault(factor, List.of(factor.defaultValue()));
      if (values.size() == 1) {
        unvaried.put(factor, values.get(0));
      }
    }
    return new ClaimReader(unvaried).claims(node);
  }

  /**
   * Reads claims back from a record.
   *
   * @param json the list of claims as {@link Claim#written} gave it, as JSON
   * @throws StudyException if they can't be understood, for instance those of a newer Weir
   */
  public static List<Claim> ofRecord(String file, String json) throws StudyException {
    return new ClaimReader(Map.of()).claims(YamlTree.parse(file, json));
  }

  private List<Claim> claims(@Nullable YamlTree node) throws StudyException {
    Map<String, Claim> claims = new LinkedHashMap<>();
    for (YamlTree item : node == null ? List.<YamlTree>of() : node.list("claims")) {
      Claim claim = claim(item);
      if (claims.put(claim.id(), claim) != null) {
        throw item.error("claim '" + claim.id() + "' is there twice; give each its own id");
      }
    }
    return List.copyOf(claims.values());
  }

  private Claim claim(YamlTree node) throws StudyException {
    List<String> known = new ArrayList<>(CLAIM_KEYS);
    known.addAll(TEST_KEYS);
    Map<String, YamlTree> keys = node.mapping("a claim", known);
    String id = StudyReader.text(keys, node, "id");
    if (!id.matches("[a-z0-9][a-z0-9.-]{0,39}")) {
      throw StudyReader.require(keys, node, "id")
          .error("'id' must be lower-case letters, digits, dots and hyphens, at most 40");
    }
    boolean single = TEST_KEYS.stream().anyMatch(key -> !key.equals("where") && has(keys, key));
    List<String> ways = new ArrayList<>();
    if (single) {
      ways.add("a comparison");
    }
    ways.addAll(List.of("all", "notTestable").stream().filter(k -> has(keys, k)).toList());
    if (ways.size() != 1) {
      throw node.error(
          "claim '"
              + id
              + "' needs exactly one of a comparison, 'all' and 'notTestable', not "
              + (ways.isEmpty() ? "none" : String.join(" and ", ways)));
    }
    YamlTree notTestable = keys.get("notTestable");
    return new Claim(
        id,
        StudyReader.text(keys, node, "text"),
        has(keys, "report") ? StudyReader.text(keys, node, "report") : null,
        oneOf(keys.get("source"), "source", "report", "ours"),
        oneOf(keys.get("hosts"), "hosts", "any", "separate"),
        oneOf(keys.get("scale"), "scale", "any", "full"),
        notTestable == null ? null : notTestable.text("notTestable"),
        notTestable != null ? List.of() : tests(keys, node));
  }

  private static boolean has(Map<String, YamlTree> keys, String key) {
    return keys.containsKey(key);
  }

  private List<Claim.Test> tests(Map<String, YamlTree> claim, YamlTree node) throws StudyException {
    Map<Factor<?>, Object> where = selection(claim.get("where"), "where");
    YamlTree all = claim.get("all");
    if (all == null) {
      return List.of(test(claim, node, Map.of()));
    }
    List<Claim.Test> tests = new ArrayList<>();
    for (YamlTree item : all.list("all")) {
      tests.add(test(item.mapping("all", TEST_KEYS), item, where));
    }
    if (tests.isEmpty()) {
      throw all.error("'all' is empty; give at least one comparison");
    }
    return List.copyOf(tests);
  }

  private Claim.Test test(
      Map<String, YamlTree> keys, YamlTree node, Map<Factor<?>, Object> inherited)
      throws StudyException {
    Factor<?> along = along(keys.get("along"));
    Map<Factor<?>, Object> common = new TreeMap<>();
    common.putAll(unvaried);
    common.putAll(inherited);
    common.putAll(selection(keys.get("where"), "where"));
    YamlTree compare = keys.get("compare");
    if (has(keys, "heldBackBy")) {
      return limit(keys, node, common);
    }
    if (has(keys, "atMost")) {
      return bounded(keys, node, common);
    }
    if (compare == null && along == null) {
      throw node.error("'compare' is missing: which cell is compared?");
    }
    if (!has(keys, "to") && along == null) {
      throw node.error("'to' is missing: compared to which cell?");
    }
    Selection to = has(keys, "to") ? select(common, keys.get("to"), "to", along) : null;
    return new Claim.Comparison(
        StudyReader.choice(
            keys.get("figure"), "figure", Figure.values(), Figure.DOCUMENTS_PER_SECOND),
        select(common, compare, "compare", along),
        to,
        along,
        region(keys, node, along));
  }

  private static Claim.Limit limit(
      Map<String, YamlTree> keys, YamlTree node, Map<Factor<?>, Object> common)
      throws StudyException {
    for (String key : TEST_KEYS) {
      if (has(keys, key) && !LIMIT_KEYS.contains(key)) {
        throw node.error("'heldBackBy' asks what holds one cell back; '" + key + "' compares");
      }
    }
    YamlTree names = StudyReader.require(keys, node, "heldBackBy");
    List<String> limits = new ArrayList<>();
    for (YamlTree name : names.list("heldBackBy")) {
      limits.add(name.text("heldBackBy"));
    }
    if (limits.isEmpty() || limits.stream().anyMatch(String::isBlank)) {
      throw names.error("heldBackBy: name at least one limit, such as disk");
    }
    return new Claim.Limit(select(common, keys.get("compare"), "compare", null), limits);
  }

  private static Claim.Bound bounded(
      Map<String, YamlTree> keys, YamlTree node, Map<Factor<?>, Object> common)
      throws StudyException {
    for (String key : TEST_KEYS) {
      if (has(keys, key) && !BOUND_KEYS.contains(key)) {
        throw node.error("'atMost' asks for a figure of every trial; '" + key + "' compares");
      }
    }
    String bound = StudyReader.require(keys, node, "atMost").text("atMost");
    return new Claim.Bound(
        StudyReader.choice(
            StudyReader.require(keys, node, "figure"), "figure", Figure.values(), Figure.JITTER),
        select(common, keys.get("compare"), "compare", null),
        Double.parseDouble(bound.replace("_", "")));
  }

  private static @Nullable Factor<?> along(@Nullable YamlTree node) throws StudyException {
    if (node == null) {
      return null;
    }
    String name = node.text("along");
    return Factor.named(name)
        .orElseThrow(
            () -> node.error("along: " + YamlTree.unknown(name, "factors", Factor.names())));
  }

  private static Selection select(
      Map<Factor<?>, Object> common,
      @Nullable YamlTree node,
      String what,
      @Nullable Factor<?> along)
      throws StudyException {
    Map<Factor<?>, Object> own = selection(node, what);
    if (along != null && own.containsKey(along) && node != null) {
      throw node.error(what + ": a trend goes along " + along.yamlName() + "; don't fix it");
    }
    Map<Factor<?>, Object> values = new TreeMap<>();
    values.putAll(common);
    values.putAll(own);
    if (own.get(Factor.SHAPE) == UpdateShape.REPLACE) {
      values.put(Factor.WRITE, WriteKind.REPLACE); // as studies said it before there was 'write'
    } else if (own.containsKey(Factor.SHAPE) && !values.containsKey(Factor.WRITE)) {
      values.put(Factor.WRITE, WriteKind.UPDATE); // a shape is one of updates
    }
    if (along != null) {
      values.remove(along);
    }
    return new Selection(values);
  }

  private static Map<Factor<?>, Object> selection(@Nullable YamlTree node, String what)
      throws StudyException {
    return node == null ? Map.of() : StudyReader.oneCell(node, what);
  }

  private static Region region(Map<String, YamlTree> keys, YamlTree node, @Nullable Factor<?> along)
      throws StudyException {
    List<String> ways =
        List.of("ratio", "noDifference", "trend").stream().filter(k -> has(keys, k)).toList();
    if (ways.size() != 1) {
      throw node.error(
          "a comparison needs exactly one of ratio, noDifference and trend, not " + ways.size());
    }
    YamlTree by = keys.get("by");
    YamlTree trend = keys.get("trend");
    if (by != null && trend == null) {
      throw by.error("'by' is the smallest change of a trend; without one it means nothing");
    }
    YamlTree ratio = keys.get("ratio");
    if (ratio != null) {
      return range(ratio);
    }
    if (trend == null) {
      double margin = 1 + StudyReader.fraction(keys.get("noDifference"), "noDifference", 0);
      return new Region(1 / margin, margin, Kind.NO_DIFFERENCE);
    }
    if (along == null) {
      throw trend.error("a trend needs 'along', the factor whose levels it follows");
    }
    double change = 1 + (by == null ? SMALLEST_TREND : StudyReader.fraction(by, "by", 0));
    return oneOf(trend, "trend", "falls", "rises")
        ? new Region(change, Double.POSITIVE_INFINITY, Kind.RISES)
        : new Region(0, 1 / change, Kind.FALLS);
  }

  private static Region range(YamlTree node) throws StudyException {
    Map<String, YamlTree> bounds = node.mapping("ratio", List.of("from", "to"));
    double from = bound(bounds.get("from"), "ratio.from", 0);
    double to = bound(bounds.get("to"), "ratio.to", Double.POSITIVE_INFINITY);
    if (bounds.isEmpty() || from >= to) {
      throw node.error("ratio needs 'from', 'to' or both, and from < to");
    }
    return new Region(from, to, Kind.RANGE);
  }

  private static double bound(@Nullable YamlTree node, String what, double absent)
      throws StudyException {
    if (node == null) {
      return absent;
    }
    String text = node.text(what);
    if (text.matches("\\d{1,6}(\\.\\d{1,6})?") && Double.parseDouble(text) > 0) {
      return Double.parseDouble(text);
    }
    throw node.error(what + ": '" + text + "' is not a ratio such as 0.5 or 1.46");
  }

  /** Whether the value is the second of the two. */
  private static boolean oneOf(@Nullable YamlTree node, String what, String first, String second)
      throws StudyException {
    String text = node == null ? first : node.text(what);
    if (node != null && !text.equals(first) && !text.equals(second)) {
      throw node.error(what + ": " + Suggestion.notOneOf(text, List.of(first, second)));
    }
    return text.equals(second);
  }
}
