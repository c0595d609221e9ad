package dev.weir.ycsb;

/** YCSB's binding on the synchronous driver: {@code -db dev.weir.ycsb.MongoSync}. */
public final class MongoSync extends MongoBinding {
  private static final SharedStores STORES = new SharedStores(SyncStore::new);

  public MongoSync() {
    super(STORES);
  }
}
