package dev.weir.capacity.oplog;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Coalescing;
import dev.weir.capacity.PlanDraft;
import dev.weir.capacity.oplog.CollectionSummary.Calls;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The plan file of what an oplog tells. Each collection with a hundredth of the updates or more is
 * a type of document.
 *
 * <p>Documents are flushed every T seconds and each at most once in it, so with w writes per second
 * and document the share P = wT of them was dirty, and changes came as P = 1 − exp(−λT): the
 * reverse of {@link Coalescing}. Where no period shows, T is the shortest time between two writes
 * of one document, so that next to nothing coalesces and λ is w.
 */
public final class OplogPlan {
  private static final double LEAST_SHARE = 0.01;

  /** A type of which players have more documents is written as that many types. */
  private static final int MOST_OF_A_PLAYER = 8;

  private static final double LEAST_RATE = 1e-6;
  private static final double MOST_FIELDS = 10_000;
  private static final double SAME = 0.1;
  private static final double MINUTE = 60;

  private final OplogSummary summary;
  private final Deployment deployment;
  private final @Nullable Double players;
  private final List<CollectionSummary> types;
  private final OplogRates rates;
  private final Map<String, String> names = new HashMap<>();

  /**
   * What the deployment itself tells.
   *
   * @param members data-bearing ones
   * @param oplogBytes the most that its oplog holds; null if unknown
   * @param stored by namespace; a collection of unknown size is missing
   */
  public record Deployment(int members, @Nullable Long oplogBytes, Map<String, Stored> stored) {}

  /**
   * @param documents in the collection
   * @param bytes of a document, in the mean
   */
  public record Stored(long documents, double bytes) {}

  private OplogPlan(
      OplogSummary summary,
      Deployment deployment,
      @Nullable Double players,
      List<CollectionSummary> types) {
    this.summary = summary;
    this.deployment = deployment;
    this.players = players;
    this.types = types;
    this.rates = OplogRates.of(summary.seconds(), players, types);
    name();
  }

  /**
   * Writes the file.
   *
   * @param name of the plan
   * @param heading lines of prose: where the figures come from, what reading them took
   * @param players that played while this was written; null if nobody said
   * @throws CapacityException if no document was updated
   */
  public static String text(
      String name,
      List<String> heading,
      OplogSummary summary,
      Deployment deployment,
      @Nullable Double players)
      throws CapacityException {
    if (summary.writes() == 0) {
      throw new CapacityException(
          String.format(
              Locale.ROOT,
              "nothing was written in the %s min up to %s%s; read more --minutes, or at another"
                  + " time",
              minutes(summary),
              summary.to().truncatedTo(ChronoUnit.SECONDS),
              summary.migrated() == 0
                  ? ""
                  : " but " + summary.migrated() + " writes of migrations"));
    }
    if (summary.updates() == 0) {
      throw new CapacityException(
          String.format(
              Locale.ROOT,
              "%,d documents were inserted or deleted and none updated in %s min; a plan is of"
                  + " updates: read more --minutes",
              summary.writes(),
              minutes(summary)));
    }
    List<CollectionSummary> types =
        summary.collections().stream()
            .filter(c -> c.updates() >= LEAST_SHARE * summary.updates())
            .toList();
    OplogPlan plan = new OplogPlan(summary, deployment, players, types);
    if (types.stream().allMatch(type -> plan.rates.each(type) > MOST_OF_A_PLAYER)) {
      throw new CapacityException(
          String.format(
              Locale.ROOT,
              "%,.0f documents of %s were updated, more than %d for each of the players; is"
                  + " --players the number that played?",
              types.get(0).documents(),
              types.get(0).namespace(),
              MOST_OF_A_PLAYER));
    }
    return plan.write(name, heading);
  }

  private static String minutes(OplogSummary summary) {
    return PlanDraft.about(summary.seconds() / MINUTE);
  }

  private void name() {
    Map<String, Long> collections =
        types.stream()
            .collect(Collectors.groupingBy(CollectionSummary::collection, Collectors.counting()));
    for (CollectionSummary type : types) {
      boolean unique = collections.getOrDefault(type.collection(), 0L) == 1;
      names.put(type.namespace(), unique ? type.collection() : type.namespace());
    }
  }

  private String write(String name, List<String> heading) {
    PlanDraft draft = new PlanDraft(name);
    heading.forEach(draft::comment);
    draft.comment(
        "A commented line is not known. Play the plan: weir plan FILE (--uri URI or a server that"
            + " Weir starts).");
    players(draft);
    accounts(draft);
    Double busiest = summary.busiestMinute();
    draft.unknown(
        "peakFactor",
        "busiest minute over the busiest hour"
            + (busiest == null
                ? ""
                : "; the busiest one here had " + PlanDraft.about(busiest) + " times the mean"));
    draft.open("documents");
    types.forEach(type -> type(draft, type));
    new OplogNotes(draft, summary).others(types);
    draft.close();
    flush(draft);
    draft.unknown(
        "durability", "w1, w1j, majority or majorityj: no oplog tells what the writers waited for");
    write(draft);
    draft.known("members", Integer.toString(deployment.members()));
    host(draft);
    return draft.rest().text();
  }

  private void players(PlanDraft draft) {
    if (players != null) {
      draft.known("players", PlanDraft.whole(players), "that played at once in this span");
      return;
    }
    CollectionSummary most = types.get(0);
    draft.unknown("players", "at once in the busiest hour; not in an oplog");
    draft.comment(
        String.format(
            Locale.ROOT,
            "%,.0f documents of %s were updated. Now the rates below are an updated document's;"
                + " with --players N they are a player's.",
            most.documents(),
            most.namespace()));
  }

  private void accounts(PlanDraft draft) {
    CollectionSummary largest = null;
    double accounts = 0;
    for (CollectionSummary type : types) {
      Stored stored = deployment.stored().get(type.namespace());
      if (stored != null && (double) stored.documents() / rates.each(type) > accounts) {
        largest = type;
        accounts = (double) stored.documents() / rates.each(type);
      }
    }
    if (largest != null && accounts >= (players == null ? 1 : players)) {
      draft.known(
          "accounts",
          PlanDraft.whole(accounts),
          "documents of " + largest.namespace() + (rates.each(largest) > 1 ? ", by player" : ""));
    } else {
      draft.unknown("accounts", "all stored players, as many as play if left out");
    }
  }

  private void type(PlanDraft draft, CollectionSummary type) {
    int each = rates.each(type);
    new OplogNotes(draft, summary).describe(type);
    if (each > MOST_OF_A_PLAYER) {
      draft.comment(
          String.format(
              Locale.ROOT,
              "Left out: some %d documents of %s for a player. Plans have at most %d here; add"
                  + " types of your own.",
              each,
              type.namespace(),
              MOST_OF_A_PLAYER));
      return;
    }
    double dirty = rates.rate(type) * rates.period();
    double perSecond = -Math.log1p(-Math.min(OplogRates.MOST_DIRTY, dirty)) / rates.period();
    if (dirty > OplogRates.MOST_DIRTY) {
      draft.comment(
          "At least these updates: at every flush nearly every document was dirty, so how often"
              + " it changed in between is not seen.");
    }
    for (int i = 1; i <= each; i++) {
      String name = names.getOrDefault(type.namespace(), type.namespace());
      draft.item();
      draft.known("name", PlanDraft.quoted(each == 1 ? name : name + "-" + i));
      draft.known("updatesPerMinute", PlanDraft.number(Math.max(LEAST_RATE, perSecond * MINUTE)));
      draft.known("fields", PlanDraft.number(Math.min(MOST_FIELDS, Math.max(1, type.fields()))));
      draft.known("updateBytes", PlanDraft.bytes(type.bytes()));
      stored(draft, type);
      draft.close();
    }
  }

  private void stored(PlanDraft draft, CollectionSummary type) {
    Stored stored = deployment.stored().get(type.namespace());
    if (stored == null) {
      draft.unknown(
          "storedBytes",
          "avgObjSize of db.collection.stats(), which the user must be allowed to read");
    } else {
      draft.known("storedBytes", PlanDraft.bytes(stored.bytes()));
    }
  }

  private void flush(PlanDraft draft) {
    CollectionSummary main = types.get(0);
    FlushRhythm rhythm = main.rhythm();
    draft.open("flush");
    if (rhythm == null) {
      draft.known("policy", "staggered", "no rhythm: each document at a moment of its own");
    } else if (rhythm.allAtOnce() == null) {
      draft.unknown("policy", "staggered or timer: whether all are flushed at once is not seen");
    } else {
      draft.known("policy", rhythm.allAtOnce() ? "timer" : "staggered");
    }
    boolean shows = rhythm != null && Math.abs(rates.period() / rhythm.seconds() - 1) < SAME;
    draft.known(
        "period",
        PlanDraft.seconds(rates.period()),
        shows
            ? "of " + main.namespace()
            : "none shows; documents were written again after so long, so little coalesces");
    Calls calls = main.calls();
    if (2 * calls.updates() >= main.updates()) {
      draft.known(
          "batch",
          Integer.toString(calls.typical()),
          "half of the updates came in calls as large or larger");
    } else {
      draft.unknown("batch", "documents in one bulkWrite, at most; see above, 50 if left out");
    }
    draft.unknown("linger", "how long a batch waits to fill; only of a staggered flush");
    draft.unknown("threads", "that write the batches of a type");
    draft.close();
  }

  private void write(PlanDraft draft) {
    long replaced = types.stream().mapToLong(CollectionSummary::replacements).sum();
    long all = types.stream().mapToLong(CollectionSummary::updates).sum();
    String share =
        String.format(
            Locale.ROOT, "%.0f %% of the updates write the whole document", 100.0 * replaced / all);
    draft.known("write", 2 * replaced > all ? "replace" : "update", share);
  }

  private void host(PlanDraft draft) {
    Long oplog = deployment.oplogBytes();
    if (oplog == null) {
      draft.unknown("host", "{oplog: …, diskBandwidth: …, diskIops: …, networkBandwidth: …}");
      return;
    }
    draft.open("host").known("oplog", PlanDraft.bytes(oplog));
    draft.unknown("diskBandwidth", "…MB/s; the host's, by its vendor or by fio");
    draft.unknown("diskIops", "likewise");
    draft.unknown("networkBandwidth", "…MB/s; likewise");
    draft.close();
  }
}
