package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.UpdateShape;
import java.util.SplittableRandom;

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
   * @param lane index of the lane, from 0
   * @param seed seed of the trial; lanes derive their own from it
   */
  static UpdateStream<?> of(Cell cell, int documents, int lane, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed + lane * 0x9E3779B97F4A7C15L);
    Keys keys = Keys.of(cell.keys(), documents, lane, cell.inFlight(), seeds.nextLong());
    RoleValues values = new RoleValues(seeds.split());
    Versions versions = new Versions(lane, cell.inFlight());
    RoleSchema schema = RoleSchema.of(cell.document());
    UpdateShape shape = cell.shape();
    return switch (cell.encoding()) {
      case DOCUMENT -> new DocumentUpdates(schema, shape, keys, values, versions, cell.batch());
      case RAW -> new RawUpdates(schema, shape, keys, values, versions, cell.batch());
    };
  }
}
