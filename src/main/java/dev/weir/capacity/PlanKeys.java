package dev.weir.capacity;

import dev.weir.study.Durability;
import dev.weir.study.FileKey;
import dev.weir.study.Form;
import java.util.Arrays;
import java.util.List;

/** The keys of a plan file: its reader, its JSON Schema and its page of the manual rest on them. */
public final class PlanKeys {
  private static final String DIGITS = "\\d{1,12}(\\.\\d{1,6})?";
  private static final Form.Scalar BYTES =
      Form.pattern(
          "(?!0+(\\.0+)?[ A-Za-z])" + DIGITS + " ?(B|kB|MB|GB|TB)",
          "a size such as 613B, 4kB or 50GB");
  private static final Form.Scalar RATE =
      Form.pattern(
          "(?!0+(\\.0+)?[ A-Za-z])" + DIGITS + " ?(B|kB|MB|GB|TB)/s", "a rate such as 125MB/s");
  private static final Form.Scalar TIME =
      Form.pattern(
          "(?!0+(\\.0+)?[ a-z])\\d{1,9}(\\.\\d{1,6})? ?(ms|s|m|h|d)",
          "a time such as 50ms, 30s, 5m or 24h");
  private static final Form.Scalar PERCENT =
      Form.pattern("\\d{1,4}(\\.\\d{1,4})? ?%", "a percentage such as 40%");
  private static final double MOST_PLAYERS = 1e9;

  private static final Form.Mapping DOCUMENT =
      Form.shared(
          "document",
          "a document",
          List.of(
              FileKey.required("name", Form.text("a name"), "The name of its collection"),
              FileKey.required(
                  "updatesPerMinute",
                  Form.number(1e-6, 1e6),
                  "How often a player changes it in the busiest hour"),
              FileKey.requiredWithout(
                  "sample", "fields", Form.number(1, 10_000), "Fields that an update sets"),
              FileKey.requiredWithout("sample", "updateBytes", BYTES, "BSON size of an update"),
              FileKey.optional(
                  "storedBytes", BYTES, "updateBytes", "BSON size of the stored document"),
              FileKey.optional(
                  "sample",
                  Form.text("a file"),
                  "",
                  "Your own documents, as extended JSON; instead of the three above"),
              FileKey.optional(
                  "update",
                  Form.oneOrMore(Form.text("fields such as stats.gold or items.$[i].count")),
                  "",
                  "What an update of the sample sets; not needed with write replace")));

  private static final Form.Mapping FLUSH =
      Form.mapping(
          "flush",
          "flush.",
          List.of(
              FileKey.optional(
                  "policy",
                  Form.choice(
                      Arrays.stream(Design.Policy.values()).map(Design.Policy::yamlName).toList()),
                  "staggered",
                  "When changed documents are saved"),
              FileKey.required("period", TIME, "Time between two saves of a document"),
              FileKey.optional(
                  "whenDirty",
                  Form.whole(1, 1_000_000_000),
                  "",
                  "Number of changed documents that starts a save; only for policy count"),
              FileKey.optional("batch", Form.whole(1, 100_000), "50", "Updates of one bulk write"),
              FileKey.optional(
                  "linger",
                  TIME,
                  "1s, or the period if that is shorter",
                  "Longest wait for a batch to fill; only for policy staggered"),
              FileKey.optional(
                  "threads",
                  Form.whole(1, 1_000),
                  Design.Flush.THREADS,
                  "Bulk writes in flight at most")));

  /** A whole plan file. */
  public static final Form.Mapping PLAN =
      Form.mapping(
          "the plan",
          "",
          List.of(
              FileKey.required(
                  "name",
                  Form.name(
                      "[a-z0-9][a-z0-9-]{0,57}",
                      "lower-case letters, digits and hyphens, at most 58"),
                  "The name of the plan"),
              FileKey.optional("question", Form.text("a sentence"), "", "What it asks"),
              FileKey.required(
                  "players", Form.number(1, MOST_PLAYERS), "Players at once in the busiest hour"),
              FileKey.optional(
                  "accounts",
                  Form.number(1, MOST_PLAYERS * 100),
                  "players",
                  "Players whose documents are stored"),
              FileKey.optional(
                  "peakFactor",
                  Form.number(1, 1000),
                  "1",
                  "Update rate of the busiest minute over that of the busiest hour"),
              FileKey.optional(
                  "growth",
                  Form.mapping(
                      "growth",
                      "growth.",
                      List.of(
                          FileKey.optional("perMonth", PERCENT, "0%", "Growth of the players"),
                          FileKey.optional(
                              "months", Form.whole(1, 120), "12", "Months of growth to plan for"))),
                  "",
                  "How the number of players grows"),
              FileKey.required("documents", Form.list(DOCUMENT), "The documents of each player"),
              FileKey.required("flush", FLUSH, "How the game saves"),
              FileKey.optional(
                  "durability",
                  Form.choice(Durability.values()),
                  Durability.W1,
                  "When a save is acknowledged"),
              FileKey.optional(
                  "write",
                  Form.choice(List.of("update", "replace")),
                  "update",
                  "Whether a save updates fields or replaces the document"),
              FileKey.optional(
                  "target",
                  Form.mapping(
                      "target",
                      "target.",
                      List.of(
                          FileKey.optional(
                              "p99", TIME, "100ms", "Response time of 99 of 100 bulk writes"),
                          FileKey.optional(
                              "headroom",
                              PERCENT,
                              "40%",
                              "Share of each resource that must stay free"),
                          FileKey.optional(
                              "oplogWindow", TIME, "24h", "How far back the oplog reaches"))),
                  "",
                  "What must hold"),
              FileKey.optional("members", Form.whole(1, 50), "3", "Members of a replica set"),
              FileKey.optional(
                  "surviveMemberDown",
                  Form.bool(),
                  "true from 3 members on",
                  "Whether the set must keep a majority with a member down"),
              FileKey.optional(
                  "host",
                  Form.mapping(
                      "host",
                      "host.",
                      List.of(
                          FileKey.optional("oplog", BYTES, "as measured", "Size of the oplog"),
                          FileKey.optional(
                              "diskBandwidth", RATE, "as measured", "Write bandwidth of the disk"),
                          FileKey.optional(
                              "diskIops",
                              Form.number(1, 1e9),
                              "as measured",
                              "Write operations of the disk in a second"),
                          FileKey.optional(
                              "networkBandwidth",
                              RATE,
                              "as measured",
                              "Bandwidth of the network link"))),
                  "",
                  "Limits of a database host"),
              FileKey.optional(
                  "price",
                  Form.mapping(
                      "price",
                      "price.",
                      List.of(
                          FileKey.required(
                              "perHostMonth", Form.number(0, 1e9), "Price of a host for a month"),
                          FileKey.required("currency", Form.text("a currency"), "Its currency"))),
                  "",
                  "What a host costs")));

  private PlanKeys() {}
}
