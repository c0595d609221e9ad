package dev.weir.study;

import dev.weir.study.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The text of a study of a user's own documents, ready to run, with a comment for each key. */
public final class SampleStudy {
  private static final int UPDATED = 3;
  private static final int SHOWN = 20;
  private static final int TRIED = 200;

  /** The collection under test is filled before each trial, so it stays small. */
  private static final long COLLECTION_BYTES = 200_000_000;

  private static final int MOST_DOCUMENTS = 10_000;
  private static final int FEWEST_DOCUMENTS = 100;

  /** Other names would need other quotes, or are no paths. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_$\\[\\]. -]*[A-Za-z0-9_$\\]])?");

  private SampleStudy() {}

  /**
   * The study.
   *
   * @param study its file, as a command would name it
   * @param name of study and sample
   * @param sample the documents
   * @param file their file, relative to the study's
   * @param from what the documents are, in words
   */
  public static String yaml(String study, String name, Sample sample, String file, String from) {
    List<String> updated = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<String> paths = sample.paths();
    for (String path : paths.subList(0, Math.min(TRIED, paths.size()))) {
      boolean inside = paths.stream().anyMatch(other -> other.startsWith(path + "."));
      if (inside || !PLAIN.matcher(path).matches() || !sample.alwaysChangedBy(path)) {
        continue;
      }
      boolean takes = sample.numeric(path) && updated.size() < UPDATED;
      (takes ? updated : others).add(path);
    }
    if (updated.isEmpty() && !others.isEmpty()) {
      updated.add(others.remove(0));
    }
    double mean = sample.meanBytes();
    long documents =
        Math.max(FEWEST_DOCUMENTS, Math.min(MOST_DOCUMENTS, (long) (COLLECTION_BYTES / mean)));
    return String.format(
        Locale.ROOT,
        """
        # %s, %s of BSON.
        # Run it:                 weir study %s
        # On your own server:     WEIR_URI=mongodb://… weir study %s
        # See what would be run:  weir study %s --plan
        name: %s
        question: How fast are these documents written, one by one and in bulk?
        documents: %d            # in the collection under test, all made up
        rounds: {min: 3, max: 4}
        precision: 8%%
        budget: 3m45s
        trial: {measure: 4s, turn: 1s, leadIn: 0.25s, window: 0.25s, settleAtMost: 10s}
        warmUp: {atMost: 10s}
        baseline: {driver: sync, operation: single, inFlight: 8}
        factors:
          document:
            sample: %s   # relative to this file; its values go nowhere, not into the record either
            name: %s
        %s  driver: [sync, reactive]
          operation: [single, bulkUnordered]
          batch: 50                # updates in one bulkWrite
          inFlight: [1, 8]         # calls at once
          writeConcern: w1         # or majority, w1j, majorityj
        """,
        from,
        bytes(sample),
        study,
        study,
        study,
        name.replace('_', '-'),
        documents,
        quoted(file),
        name,
        update(updated, others));
  }

  private static String bytes(Sample sample) {
    return sample.minBytes() == sample.maxBytes()
        ? String.format(Locale.ROOT, "%,d bytes", sample.minBytes())
        : String.format(
            Locale.ROOT,
            "%,d to %,d bytes, %,.0f in the mean,",
            sample.minBytes(),
            sample.maxBytes(),
            sample.meanBytes());
  }

  private static String update(List<String> updated, List<String> others) {
    StringBuilder text = new StringBuilder();
    if (updated.isEmpty()) {
      return text.append("    # No field can show that every update changes it; documents are")
          .append(" replaced.\n  write: replace\n")
          .toString();
    }
    text.append(
            "    # What one save sets. The first that can is new with every save; the others are")
        .append(" drawn from\n    # the sample's range. $[i] is one element, drawn; $[] is all.\n")
        .append("    update:\n");
    updated.forEach(path -> text.append("      - ").append(path).append('\n'));
    others.stream()
        .limit(SHOWN)
        .forEach(path -> text.append("      # - ").append(path).append('\n'));
    return text.toString();
  }

  private static String quoted(String file) {
    return "'" + file.replace("'", "''") + "'";
  }
}
