package dev.weir.workload;

import org.bson.Document;

/** Filters by type, each type equally likely. They count no bytes: nothing is written. */
final class ItemQueries<D> implements UpdateStream<D> {
  private final Class<D> documents;
  private final int types;
  private final RoleValues values;

  ItemQueries(Class<D> documents, int types, RoleValues values) {
    this.documents = documents;
    this.types = types;
    this.values = values;
  }

  @Override
  public Class<D> documentClass() {
    return documents;
  }

  @Override
  public UpdateBatch<D> newBatch() {
    return new UpdateBatch<>(1);
  }

  @Override
  public void fill(UpdateBatch<D> batch) {
    batch.query(new Document(ItemDocuments.TYPE, values.nextInt(0, types - 1)));
  }
}
