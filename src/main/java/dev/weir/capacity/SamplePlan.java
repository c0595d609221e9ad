package dev.weir.capacity;

import dev.weir.study.FileProblem;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/** The plan file of one stored document for each type: what a file tells, and what it does not. */
public final class SamplePlan {
  /** A BSON document has 16 MB, and extended JSON takes a few times as much. */
  private static final long MOST_BYTES = 64L << 20;

  private static final int EMPTY_DOCUMENT = 5;

  /** Around the values of {@code {$set: {…}}}. */
  private static final int AROUND_SET = 1 + "$set".length() + 1 + EMPTY_DOCUMENT;

  private SamplePlan() {}

  /**
   * A type of document.
   *
   * @param name of the type
   * @param document one of them, as it is stored
   */
  public record Sample(String name, RawBsonDocument document) {}

  /**
   * Reads a file with one document in extended JSON; the type has the file's name.
   *
   * @throws CapacityException if it can't be read; one line says why
   */
  public static Sample open(Path file) throws CapacityException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new CapacityException(file + ": larger than 64 MB; a document has 16 at most");
      }
      String name = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
      return new Sample(name, parse(file.toString(), Files.readString(file)));
    } catch (CharacterCodingException e) {
      throw new CapacityException(file + ": not UTF-8 text");
    } catch (IOException e) {
      throw new CapacityException(file + ": can't be read: " + FileProblem.of(e));
    }
  }

  /** Reads text; {@code file} names it in messages. */
  static RawBsonDocument parse(String file, String text) throws CapacityException {
    List<BsonValue> documents;
    try {
      // In a list, so that what follows the document is read, too.
      documents = RawBsonDocument.parse("{\"all\": [" + text + "\n]}").getArray("all");
    } catch (RuntimeException e) { // the parser has a dozen ways to say no
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new CapacityException(
          file
              + ": not one document in extended JSON: "
              + why.substring(0, Math.min(200, why.length())));
    }
    if (documents.size() != 1 || !documents.get(0).isDocument()) {
      throw new CapacityException(
          file
              + ": not one document but "
              + documents.size()
              + " values; name a file for each type");
    }
    return (RawBsonDocument) documents.get(0).asDocument();
  }

  /**
   * Writes the file.
   *
   * @param name of the plan
   * @param players at once; null if nobody said
   */
  public static String text(String name, List<Sample> samples, @Nullable Double players) {
    PlanDraft draft = new PlanDraft(name);
    draft.comment(
        "From one stored document of each type. A commented line is not known from that; weir plan"
            + " init --from-oplog URI reads most of them from a running deployment.");
    if (players == null) {
      draft.unknown("players", "at once in the busiest hour; of your sessions");
    } else {
      draft.known("players", PlanDraft.whole(players));
    }
    draft
        .unknown("accounts", "all stored players: db.collection.estimatedDocumentCount()")
        .unknown("peakFactor", "updates of the busiest minute over those of the busiest hour")
        .open("documents");
    samples.forEach(sample -> type(draft, sample));
    draft
        .close()
        .unknown(
            "flush",
            "{policy: staggered, period: …s, batch: …}: when your game saves, and how many"
                + " documents in a bulkWrite")
        .unknown("durability", "w1, w1j, majority or majorityj: the write concern of your saves")
        .unknown("write", "update, or replace if a save writes the whole document")
        .unknown("members", "data-bearing members of the replica set: rs.status()")
        .unknown(
            "host", "{oplog: …GB, diskBandwidth: …MB/s, diskIops: …, networkBandwidth: …MB/s}");
    return draft.rest().text();
  }

  private static void type(PlanDraft draft, Sample sample) {
    RawBsonDocument document = sample.document();
    BsonValue id = document.get("_id");
    int idBytes = id == null ? 0 : size(new BsonDocument("_id", id)) - EMPTY_DOCUMENT;
    int stored = document.getByteBuffer().remaining();
    draft
        .item()
        .known("name", PlanDraft.quoted(sample.name()))
        .unknown("updatesPerMinute", "changes of one player's document in memory; count them")
        .known(
            "fields",
            Integer.toString(Math.max(1, document.size() - (id == null ? 0 : 1))),
            "all of them; fewer if a save writes only what changed, the bytes as well")
        .known("updateBytes", PlanDraft.bytes(stored - idBytes + AROUND_SET))
        .known("storedBytes", PlanDraft.bytes(stored))
        .close();
  }

  private static int size(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
  }
}
