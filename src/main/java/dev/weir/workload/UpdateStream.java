package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.study.WriteKind;
import dev.weir.workload.sample.SampleDocuments;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;

/**
 * The endless writes of one lane, deterministic from the seed. Not thread-safe; each lane has its
 * own.
 *
 * @param <D> the collection's document class
 */
public interface UpdateStream<D> {
  /** The class that the collection must be opened with. */
  Class<D> documentClass();

  /** An empty batch for {@link #fill}. */
  UpdateBatch<D> newBatch();

  /** Fills the batch with the next updates, replacing what it held. */
  void fill(UpdateBatch<D> batch);

  /**
   * The stream of one lane of a cell.
   *
   * @param cell what is measured
   * @param documents documents in the collection
   * @param lane index of the lane among those of all the cell's clients, from 0, so that no two
   *     clients write the same
   * @param seed seed of the trial; lanes derive their own from it
   */
  static UpdateStream<?> of(Cell cell, int documents, int lane, long seed) {
    int lanes = cell.clients() * cell.inFlight();
    int own = cell.get(Factor.SIZE).documents().orElse(documents);
    SplittableRandom seeds = new SplittableRandom(seed + lane * 0x9E3779B97F4A7C15L);
    long ofKeys = seeds.nextLong();
    long ofValues = seeds.nextLong();
    WriteKeys[] keys = new WriteKeys[cell.get(Factor.COLLECTIONS)];
    for (int i = 0; i < keys.length; i++) {
      Keys chosen = Keys.of(cell.get(Factor.KEYS), own, lane, lanes, ofKeys + i);
      keys[i] =
          cell.operation().writes()
              ? WriteKeys.of(cell, chosen, own, lane, lanes, seed)
              : WriteKeys.present(chosen);
    }
    return of(cell, keys, lane, ofValues, seed);
  }

  /**
   * As {@link #of(Cell, int, int, long)}, for keys that somebody else chooses: of updates only.
   *
   * @param keys whose documents are updated; called once per document of a batch
   */
  static UpdateStream<?> of(Cell cell, Keys keys, int lane, long seed) {
    return of(cell, new WriteKeys[] {WriteKeys.present(keys)}, lane, seed, seed);
  }

  private static UpdateStream<?> of(
      Cell cell, WriteKeys[] keys, int lane, long ofValues, long seed) {
    SplittableRandom seeds = new SplittableRandom(ofValues);
    int lanes = cell.clients() * cell.inFlight();
    RoleValues values = new RoleValues(seeds.split());
    WriteMix mix = WriteMix.of(cell, lane);
    if (cell.operation().writes() && cell.document().sampled()) {
      SampleDocuments model =
          SampleDocuments.ofLane(cell.document().model(), lane, lanes, seeds.nextLong());
      return cell.get(Factor.ENCODING) == Encoding.RAW
          ? new DocumentUpdates<>(
              RawBsonDocument.class,
              document -> new RawBsonDocument(document, new DocumentCodec()),
              model,
              mix,
              keys,
              cell.batch())
          : DocumentUpdates.of(model, mix, keys, cell.batch());
    }
    return of(cell, keys, mix, values, Versions.ofLane(lane, lanes, seed));
  }

  /**
   * A document as it is in memory.
   *
   * @param key its {@code _id}
   * @param version how often it has changed
   */
  record Save(long key, int version) {}

  /**
   * Saves of documents: the same version of a document is always the same bytes, so that saving it
   * twice changes nothing.
   *
   * @param next the next document; asked once per document of a batch
   */
  static UpdateStream<?> ofSaves(Cell cell, Supplier<Save> next) {
    RoleValues values = new RoleValues(new SplittableRandom(0));
    int[] version = new int[1];
    Keys keys =
        () -> {
          Save save = next.get();
          version[0] = save.version();
          values.restart(save.key() * 0x9E3779B97F4A7C15L + save.version());
          return save.key();
        };
    return of(
        cell,
        new WriteKeys[] {WriteKeys.present(keys)},
        new WriteMix(WriteKind.UPDATE, 0, 0),
        values,
        () -> version[0]);
  }

  private static UpdateStream<?> of(
      Cell cell, WriteKeys[] keys, WriteMix mix, RoleValues values, Versions versions) {
    if (cell.operation() == Operation.ECONOMY) {
      throw new IllegalArgumentException(
          "the economy is no stream of updates; its workers play it");
    }
    if (!cell.operation().writes()) {
      int types = cell.operation() == Operation.FIND_NEWEST ? ItemDocuments.TYPES : 1;
      return cell.get(Factor.ENCODING) == Encoding.RAW
          ? new ItemQueries<>(RawBsonDocument.class, types, values)
          : new ItemQueries<>(Document.class, types, values);
    }
    UpdateShape shape = cell.get(Factor.SHAPE);
    RoleSchema schema = RoleSchema.of(cell.document());
    return switch (cell.get(Factor.ENCODING)) {
      case DOCUMENT ->
          DocumentUpdates.of(
              new RoleModel(schema, shape, values, versions, FixedFields.of(cell)),
              mix,
              keys,
              cell.batch());
      case RAW -> new RawUpdates(schema, shape, mix, keys, values, versions, cell.batch());
    };
  }
}
