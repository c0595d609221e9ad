package dev.weir.capacity.oplog;

import dev.weir.capacity.PlanDraft;
import dev.weir.capacity.oplog.CollectionSummary.Calls;
import dev.weir.capacity.oplog.CollectionSummary.Window;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What an oplog showed and a plan has no key for, as the plan file's comments. */
final class OplogNotes {
  private static final double MINUTE = 60;

  private final PlanDraft draft;
  private final OplogSummary summary;

  OplogNotes(PlanDraft draft, OplogSummary summary) {
    this.draft = draft;
    this.summary = summary;
  }

  /** How a type was written. */
  void describe(CollectionSummary type) {
    draft.comment(
        String.format(
            Locale.ROOT,
            "%s: %,d updates of %s%,.0f documents, %s updates and %s documents a minute.",
            type.namespace(),
            type.updates(),
            type.estimated() ? "some " : "",
            type.documents(),
            PlanDraft.about(type.updates() / summary.seconds() * MINUTE),
            PlanDraft.about(type.documents() / summary.seconds() * MINUTE)));
    FlushRhythm rhythm = type.rhythm();
    draft.comment(
        rhythm == null
            ? "No flush period shows."
            : String.format(
                Locale.ROOT,
                "Flushed every %s s (%.0f %% of the times between two writes of a document are"
                    + " multiples of it); %s documents a flush period.",
                PlanDraft.about(rhythm.seconds()),
                100 * rhythm.share(),
                PlanDraft.about(type.updates() / summary.seconds() * rhythm.seconds())));
    if (!type.windows().isEmpty()) {
      draft.comment("Coalescing: " + windows(type.windows()) + ".");
    }
    calls(type.calls(), type.updates());
    if (type.inserts() + type.deletes() > 0) {
      draft.comment(
          String.format(
              Locale.ROOT,
              "Besides, %s inserts (of %.0f bytes) and %s deletes a minute: a plan has updates"
                  + " only.",
              PlanDraft.about(type.inserts() / summary.seconds() * MINUTE),
              type.insertBytes(),
              PlanDraft.about(type.deletes() / summary.seconds() * MINUTE)));
    }
  }

  private static String windows(List<Window> windows) {
    List<String> words = new ArrayList<>();
    for (Window window : windows) {
      words.add(
          String.format(
              Locale.ROOT,
              "%s documents of %s updates in %s s",
              PlanDraft.about(window.documents()),
              PlanDraft.about(window.updates()),
              PlanDraft.about(window.period())));
    }
    return String.join("; ", words);
  }

  private void calls(Calls calls, long updates) {
    if (calls.calls() > 0) {
      draft.comment(
          String.format(
              Locale.ROOT,
              "Batches: %.1f updates a call in the mean, %d at most, known of %.0f %% of updates by"
                  + " session and number of retryable writes.",
              calls.mean(),
              calls.largest(),
              100.0 * calls.updates() / updates));
    }
    if (calls.runs() > 0) {
      draft.comment(
          String.format(
              Locale.ROOT,
              "Of writes that are not retryable: %.1f updates within a millisecond of each other in"
                  + " the mean; these may be parts of a call, or several calls.",
              (double) calls.runUpdates() / calls.runs()));
    }
    if (calls.inTransactions() > 0) {
      draft.comment(
          String.format(
              Locale.ROOT,
              "%.0f %% of the updates were part of a transaction; a plan plays none.",
              100.0 * calls.inTransactions() / updates));
    }
  }

  /** What is none of the types. */
  void others(List<CollectionSummary> types) {
    Set<CollectionSummary> seen = new HashSet<>(types);
    for (CollectionSummary other : summary.collections()) {
      if (!seen.contains(other)) {
        draft.comment(
            String.format(
                Locale.ROOT,
                "Left out: %s, with %,d updates, %,d inserts (of %.0f bytes), %,d deletes.",
                other.namespace(),
                other.updates(),
                other.inserts(),
                other.insertBytes(),
                other.deletes()));
      }
    }
    if (summary.others() + summary.unknown() > 0) {
      draft.comment(
          String.format(
              Locale.ROOT,
              "Not counted: %,d writes beyond what is kept, %,d entries of an unknown form.",
              summary.others(),
              summary.unknown()));
    }
  }
}
