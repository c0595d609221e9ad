package dev.weir.capacity;

import dev.weir.study.DocumentKind;
import dev.weir.study.Durability;
import dev.weir.study.FileProblem;
import dev.weir.study.SampleKinds;
import dev.weir.study.StudyException;
import dev.weir.study.YamlTree;
import dev.weir.study.sample.Sample;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a design strictly: an unknown key, a wrong unit or a missing value is an error with its
 * place.
 */
public final class DesignReader {
  private DesignReader() {}

  /**
   * Reads a file.
   *
   * @throws StudyException if it can't be read or used
   */
  public static Design open(Path file) throws StudyException {
    try {
      if (Files.size(file) > YamlTree.MOST_CHARACTERS) {
        throw new StudyException(file + ": larger than " + YamlTree.MOST_CHARACTERS + " bytes");
      }
      return parse(file.toString(), Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new StudyException(file + ": not UTF-8 text");
    } catch (IOException e) {
      throw new StudyException(file + ": can't be read: " + FileProblem.of(e));
    }
  }

  /** Reads text; {@code file} names it in messages. */
  public static Design parse(String file, String text) throws StudyException {
    YamlTree root = YamlTree.parse(file, text);
    YamlTree shape = root.mapping("the plan").get("shape");
    if (shape != null) {
      throw shape.error("'shape' is no key; say write: update or write: replace");
    }
    PlanKeys.PLAN.check(root, "the plan");
    PlanValues top = new PlanValues(root, "");
    double players = top.number("players");
    double accounts = top.number("accounts", players);
    if (accounts < players) {
      throw top.error("accounts", "fewer accounts than players");
    }
    int members = (int) top.number("members", 3);
    boolean replace = top.text("write", "update").equals("replace");
    Design.Flush flush = flush(top.require("flush"));
    Design.Target target = target(top.child("target"));
    if (target.p99Millis() > flush.period() * 1e3) {
      throw top.error(
          "target", "p99 is longer than the flush period: a document would be due again before");
    }
    boolean survive = top.text("surviveMemberDown", String.valueOf(members >= 3)).equals("true");
    if (survive && members < 3) {
      throw top.error(
          "surviveMemberDown",
          "of "
              + members
              + " members none can be lost: a majority is needed; say false, or 3 members");
    }
    return new Design(
        top.text("name"),
        top.text("question", ""),
        players,
        accounts,
        top.number("peakFactor", 1),
        growth(top.child("growth")),
        documents(top.require("documents"), replace),
        flush,
        durability(top),
        replace,
        target,
        members,
        survive,
        host(top.child("host")),
        price(top.child("price")));
  }

  private static Design.Growth growth(@Nullable PlanValues values) throws StudyException {
    return values == null
        ? new Design.Growth(0, 12)
        : new Design.Growth(values.share("perMonth", 10, 0), (int) values.number("months", 12));
  }

  private static List<Design.DocumentType> documents(YamlTree node, boolean replace)
      throws StudyException {
    List<Design.DocumentType> documents = new ArrayList<>();
    for (YamlTree item : node.list("documents")) {
      PlanValues values = new PlanValues(item, "");
      if (values.has("sample")) {
        documents.add(sampled(values, replace));
        continue;
      }
      if (values.has("update")) {
        throw values.error("update", "names fields of a sample, but there is no 'sample'");
      }
      double update = values.withUnit("updateBytes");
      documents.add(
          new Design.DocumentType(
              values.text("name"),
              values.number("updatesPerMinute"),
              values.number("fields"),
              update,
              values.withUnit("storedBytes", update)));
    }
    if (documents.isEmpty()) {
      throw node.error("'documents' is empty; a player has at least one");
    }
    return documents;
  }

  /** Sizes and fields are those of the sample. */
  private static Design.DocumentType sampled(PlanValues values, boolean replace)
      throws StudyException {
    for (String key : List.of("fields", "updateBytes", "storedBytes")) {
      if (values.has(key)) {
        throw values.error(key, "follows from the sample; leave it out");
      }
    }
    YamlTree update = values.has("update") ? values.require("update") : null;
    YamlTree file = values.require("sample");
    if (update == null && !replace) {
      throw values.error("sample", "name what an update sets: update: [FIELD], or write: replace");
    }
    Sample sample = SampleKinds.sample(file, update);
    DocumentKind kind = DocumentKind.of(SampleKinds.name(values.text("name")), sample);
    double bytes = sample.meanBytes();
    return new Design.DocumentType(
        values.text("name"),
        values.number("updatesPerMinute"),
        replace ? sample.meanFields() : sample.fields(),
        replace ? bytes : sample.updateBytes(),
        bytes,
        kind.written());
  }

  private static Design.Flush flush(YamlTree node) throws StudyException {
    PlanValues values = new PlanValues(node, "flush.");
    String wanted = values.text("policy", "staggered");
    Design.Policy policy =
        Arrays.stream(Design.Policy.values())
            .filter(one -> one.yamlName().equals(wanted))
            .findFirst()
            .orElseThrow();
    boolean counts = policy == Design.Policy.COUNT;
    if (!counts && values.has("whenDirty")) {
      throw values.error("whenDirty", "only policy count flushes by number; leave it out");
    }
    if (policy != Design.Policy.STAGGERED && values.has("linger")) {
      throw values.error("linger", "only a staggered flush waits for a batch; leave it out");
    }
    double period = values.withUnit("period");
    return new Design.Flush(
        policy,
        period,
        counts ? (int) values.number("whenDirty") : 0,
        (int) values.number("batch", 50),
        linger(values, period),
        (int) values.number("threads", Design.Flush.THREADS));
  }

  private static double linger(PlanValues values, double period) throws StudyException {
    double linger = values.withUnit("linger", Math.min(1, period));
    if (linger > period) {
      throw values.error("linger", "longer than the period; a document would be due again before");
    }
    return linger;
  }

  private static Durability durability(PlanValues top) throws StudyException {
    String wanted = top.text("durability", "w1");
    return Arrays.stream(Durability.values())
        .filter(one -> one.yamlName().equals(wanted))
        .findFirst()
        .orElseThrow();
  }

  private static Design.Target target(@Nullable PlanValues values) throws StudyException {
    if (values == null) {
      return new Design.Target(100, 0.4, 24);
    }
    return new Design.Target(
        values.withUnit("p99", 0.1) * 1e3,
        values.share("headroom", 0.95, 0.4),
        values.withUnit("oplogWindow", 24 * 3600) / 3600);
  }

  private static Design.Host host(@Nullable PlanValues values) throws StudyException {
    if (values == null) {
      return new Design.Host(null, null, null, null);
    }
    return new Design.Host(
        values.has("oplog") ? Double.valueOf(values.withUnit("oplog")) : null,
        values.has("diskBandwidth") ? Double.valueOf(values.withUnit("diskBandwidth")) : null,
        values.has("diskIops") ? Double.valueOf(values.number("diskIops")) : null,
        values.has("networkBandwidth")
            ? Double.valueOf(values.withUnit("networkBandwidth"))
            : null);
  }

  private static Design.@Nullable Price price(@Nullable PlanValues values) throws StudyException {
    return values == null
        ? null
        : new Design.Price(values.number("perHostMonth"), values.text("currency"));
  }
}
