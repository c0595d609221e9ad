package dev.weir.ycsb;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One store for all threads that use it at the same time; the last one to leave closes it. */
final class SharedStores {
  private final Function<BindingOptions, MongoStore> opener;
  private @Nullable MongoStore store;
  private int users;

  SharedStores(Function<BindingOptions, MongoStore> opener) {
    this.opener = opener;
  }

  synchronized MongoStore enter(BindingOptions options) {
    MongoStore open = store;
    if (open == null) {
      open = opener.apply(options);
      store = open;
    }
    users++;
    return open;
  }

  synchronized void leave() {
    users--;
    if (users == 0 && store != null) {
      store.close();
      store = null;
    }
  }
}
