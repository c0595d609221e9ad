package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.workload.sample.SampleDocuments;
import java.util.SplittableRandom;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;

/**
 * The endless updates of one lane, deterministic from the seed. Not thread-safe; each lane has its
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
    SplittableRandom seeds = new SplittableRandom(seed + lane * 0x9E3779B97F4A7C15L);
    Keys keys = Keys.of(cell.get(Factor.KEYS), documents, lane, lanes, seeds.nextLong());
    return of(cell, keys, lane, seeds.nextLong());
  }

  /**
   * As {@link #of(Cell, int, int, long)}, for keys that somebody else chooses.
   *
   * @param keys whose documents are updated; called once per document of a batch
   */
  static UpdateStream<?> of(Cell cell, Keys keys, int lane, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    int lanes = cell.clients() * cell.inFlight();
    RoleValues values = new RoleValues(seeds.split());
    Versions versions = new Versions(lane, lanes);
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
    if (cell.document().sampled()) {
      SampleDocuments model =
          SampleDocuments.ofLane(cell.document().model(), lane, lanes, seeds.nextLong());
      boolean replaces = shape == UpdateShape.REPLACE;
      return cell.get(Factor.ENCODING) == Encoding.RAW
          ? new SampleUpdates<>(
              RawBsonDocument.class,
              document -> new RawBsonDocument(document, new DocumentCodec()),
              model,
              keys,
              replaces,
              cell.batch())
          : new SampleUpdates<>(
              Document.class, document -> document, model, keys, replaces, cell.batch());
    }
    RoleSchema schema = RoleSchema.of(cell.document());
    return switch (cell.get(Factor.ENCODING)) {
      case DOCUMENT -> new DocumentUpdates(schema, shape, keys, values, versions, cell.batch());
      case RAW -> new RawUpdates(schema, shape, keys, values, versions, cell.batch());
    };
  }
}
