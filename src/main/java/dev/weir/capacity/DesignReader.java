package dev.weir.capacity;

import dev.weir.study.Durability;
import dev.weir.study.StudyException;
import dev.weir.study.YamlTree;
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
  private static final List<String> KEYS =
      List.of(
          "name",
          "question",
          "players",
          "accounts",
          "peakFactor",
          "growth",
          "documents",
          "flush",
          "durability",
          "shape",
          "target",
          "members",
          "surviveMemberDown",
          "host",
          "price");

  private static final double MOST_PLAYERS = 1e9;

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
      throw new StudyException(file + ": can't be read: " + e.getMessage());
    }
  }

  /** Reads text; {@code file} names it in messages. */
  public static Design parse(String file, String text) throws StudyException {
    YamlTree root = YamlTree.parse(file, text);
    PlanValues top = new PlanValues(root, "the plan", KEYS);
    String name = top.text("name");
    if (!name.matches("[a-z0-9][a-z0-9-]{0,57}")) {
      throw top.error("name", "must be lower-case letters, digits and hyphens, at most 58");
    }
    double players = top.number("players", 1, MOST_PLAYERS);
    double accounts = top.number("accounts", 1, MOST_PLAYERS * 100, players);
    if (accounts < players) {
      throw top.error("accounts", "fewer accounts than players");
    }
    int members = (int) top.whole("members", 1, 50, 3);
    Design.Flush flush = flush(top.require("flush"));
    Design.Target target = target(top.child("target", List.of("p99", "headroom", "oplogWindow")));
    if (target.p99Millis() > flush.period() * 1e3) {
      throw top.error(
          "target", "p99 is longer than the flush period: a document would be due again before");
    }
    return new Design(
        name,
        top.text("question", ""),
        players,
        accounts,
        top.number("peakFactor", 1, 1000, 1),
        growth(top.child("growth", List.of("perMonth", "months"))),
        documents(top.require("documents")),
        flush,
        durability(top),
        top.choice("shape", List.of("setFields", "replace"), "setFields").equals("replace"),
        target,
        members,
        top.choice("surviveMemberDown", List.of("true", "false"), "true").equals("true"),
        host(top.child("host", List.of("oplog", "diskBandwidth", "diskIops", "networkBandwidth"))),
        price(top.child("price", List.of("perHostMonth", "currency"))));
  }

  private static Design.Growth growth(@Nullable PlanValues values) throws StudyException {
    return values == null
        ? new Design.Growth(0, 12)
        : new Design.Growth(
            values.share("perMonth", 0, 10, 0), (int) values.whole("months", 1, 120, 12));
  }

  private static List<Design.DocumentType> documents(YamlTree node) throws StudyException {
    List<Design.DocumentType> documents = new ArrayList<>();
    for (YamlTree item : node.list("documents")) {
      PlanValues values =
          new PlanValues(
              item,
              "a document",
              List.of("name", "updatesPerMinute", "fields", "updateBytes", "storedBytes"));
      double update = values.bytes("updateBytes");
      documents.add(
          new Design.DocumentType(
              values.text("name"),
              values.number("updatesPerMinute", 1e-6, 1e6),
              values.number("fields", 1, 10_000),
              update,
              values.has("storedBytes") ? values.bytes("storedBytes") : update));
    }
    if (documents.isEmpty()) {
      throw node.error("'documents' is empty; a player has at least one");
    }
    return documents;
  }

  private static Design.Flush flush(YamlTree node) throws StudyException {
    PlanValues values =
        new PlanValues(
            node, "flush", List.of("policy", "period", "whenDirty", "batch", "linger", "threads"));
    List<String> names =
        Arrays.stream(Design.Policy.values()).map(Design.Policy::yamlName).toList();
    String wanted = values.choice("policy", names, "staggered");
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
    double period = values.seconds("period");
    return new Design.Flush(
        policy,
        period,
        counts ? (int) values.whole("whenDirty", 1, 1_000_000_000) : 0,
        (int) values.whole("batch", 1, 100_000, 50),
        linger(values, period),
        (int) values.whole("threads", 1, 1_000, Design.Flush.THREADS));
  }

  private static double linger(PlanValues values, double period) throws StudyException {
    double linger = values.has("linger") ? values.seconds("linger") : Math.min(1, period);
    if (linger > period) {
      throw values.error("linger", "longer than the period; a document would be due again before");
    }
    return linger;
  }

  private static Durability durability(PlanValues top) throws StudyException {
    List<String> names = Arrays.stream(Durability.values()).map(Durability::yamlName).toList();
    String wanted = top.choice("durability", names, "w1");
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
        values.has("p99") ? values.seconds("p99") * 1e3 : 100,
        values.share("headroom", 0, 0.95, 0.4),
        values.has("oplogWindow") ? values.seconds("oplogWindow") / 3600 : 24);
  }

  private static Design.Host host(@Nullable PlanValues values) throws StudyException {
    if (values == null) {
      return new Design.Host(null, null, null, null);
    }
    return new Design.Host(
        values.has("oplog") ? Double.valueOf(values.bytes("oplog")) : null,
        values.has("diskBandwidth") ? Double.valueOf(values.rate("diskBandwidth")) : null,
        values.has("diskIops") ? Double.valueOf(values.number("diskIops", 1, 1e9)) : null,
        values.has("networkBandwidth") ? Double.valueOf(values.rate("networkBandwidth")) : null);
  }

  private static Design.@Nullable Price price(@Nullable PlanValues values) throws StudyException {
    return values == null
        ? null
        : new Design.Price(values.number("perHostMonth", 0, 1e9), values.text("currency"));
  }
}
