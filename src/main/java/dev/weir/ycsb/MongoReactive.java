package dev.weir.ycsb;

/**
 * YCSB's binding on the Reactive Streams driver: {@code -db dev.weir.ycsb.MongoReactive}. YCSB's
 * threads wait for the driver's, as its interface wants.
 */
public final class MongoReactive extends MongoBinding {
  private static final SharedStores STORES = new SharedStores(ReactiveStore::new);

  public MongoReactive() {
    super(STORES);
  }
}
