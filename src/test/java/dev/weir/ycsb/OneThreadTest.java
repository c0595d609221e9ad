package dev.weir.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ycsb.FakeStore.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class OneThreadTest {
  private final FakeStore store = new FakeStore();
  private final List<String> reported = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private final Report report =
      new Report() {
        @Override
        public void batch(BatchKind kind, Status status, long startNanos, long endNanos) {
          reported.add(kind.batchName() + " " + status.getName() + " " + (endNanos - startNanos));
        }

        @Override
        public void operations(BatchKind kind, Status status, long count) {
          if (count > 0) {
            reported.add(kind + " " + status.getName() + " " + count);
          }
        }
      };

  @Test
  void singleWritesGoOutAtOnceAndAreYcsbsToReport() throws DBException {
    OneThread thread = thread(1, false);
    assertThat(thread.insert("t", "k", values())).isEqualTo(Status.OK);
    assertThat(thread.update("t", "k", values())).isEqualTo(Status.OK);
    assertThat(thread.delete("t", "k")).isEqualTo(Status.OK);
    assertThat(store.calls)
        .containsExactly(
            new Call("t", "one Insert", 1),
            new Call("t", "one Update", 1),
            new Call("t", "one Delete", 1));
    assertThat(reported).isEmpty();
  }

  @Test
  void aSingleWriteThatFindsNothingIsNotFound() throws DBException {
    OneThread thread = thread(1, false);
    store.missing = 1;
    assertThat(thread.update("t", "k", values())).isEqualTo(Status.NOT_FOUND);
    assertThat(thread.delete("t", "k")).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aSingleFailureIsAStatusNamedAfterItsClass() throws DBException {
    OneThread thread = thread(1, false);
    store.failure = new IllegalStateException("down");
    Status status = thread.update("t", "k", values());
    assertThat(status.isOk()).isFalse();
    assertThat(status.getName()).isEqualTo("IllegalStateException");
    assertThat(thread.update("t", "k", values())).isEqualTo(status);
  }

  @Test
  void updatesAndInsertsAreBatchedAndTheRestIsFlushed() throws DBException {
    OneThread thread = thread(3, false);
    for (int i = 0; i < 7; i++) {
      assertThat(thread.update("t", "k" + i, values())).isEqualTo(Status.BATCHED_OK);
    }
    assertThat(store.calls).containsOnly(new Call("t", "Update", 3)).hasSize(2);
    assertThat(thread.insert("t", "new", values())).isEqualTo(Status.BATCHED_OK);
    thread.flush();
    thread.flush();
    assertThat(store.calls.subList(2, store.calls.size()))
        .containsExactly(new Call("t", "Insert", 1), new Call("t", "Update", 1));
    assertThat(reported)
        .containsExactly(
            "BATCH-UPDATE OK 1",
            "UPDATE OK 3",
            "BATCH-UPDATE OK 1",
            "UPDATE OK 3",
            "BATCH-INSERT OK 1",
            "INSERT OK 1",
            "BATCH-UPDATE OK 1",
            "UPDATE OK 1");
  }

  @Test
  void aFailedBatchFailsAllItsOperationsAndIsForgotten() throws DBException {
    OneThread thread = thread(2, false);
    store.failure = new IllegalStateException("down");
    assertThat(thread.insert("t", "a", values())).isEqualTo(Status.BATCHED_OK);
    assertThat(thread.insert("t", "b", values()).isOk()).isFalse();
    store.failure = null;
    assertThat(thread.insert("t", "c", values())).isEqualTo(Status.BATCHED_OK);
    thread.flush();
    assertThat(store.calls).containsExactly(new Call("t", "Insert", 2), new Call("t", "Insert", 1));
    assertThat(reported)
        .containsExactly(
            "BATCH-INSERT IllegalStateException 1",
            "INSERT IllegalStateException 2",
            "BATCH-INSERT OK 1",
            "INSERT OK 1");
  }

  @Test
  void updatesOfMissingDocumentsAreCountedApart() throws DBException {
    OneThread thread = thread(5, false);
    store.missing = 2;
    for (int i = 0; i < 5; i++) {
      thread.update("t", "k" + i, values());
    }
    assertThat(reported).containsExactly("BATCH-UPDATE OK 1", "UPDATE OK 3", "UPDATE NOT_FOUND 2");
  }

  @Test
  void readsScansAndDeletesSeeOwnWrites() throws DBException {
    OneThread thread = thread(50, false);
    thread.update("t", "k", values());
    assertThat(thread.read("t", "k", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
    thread.insert("t", "k", values());
    assertThat(thread.scan("t", "k", 9, null, new ArrayList<>())).isEqualTo(Status.NOT_FOUND);
    thread.update("t", "k", values());
    thread.delete("t", "k");
    assertThat(store.calls)
        .containsExactly(
            new Call("t", "Update", 1),
            new Call("t", "find", 1),
            new Call("t", "Insert", 1),
            new Call("t", "find", 9),
            new Call("t", "Update", 1),
            new Call("t", "one Delete", 1));
  }

  @Test
  void aFullBatchOfUpdatesComesAfterTheInsertsBeforeIt() throws DBException {
    OneThread thread = thread(2, false);
    thread.insert("t", "k", values());
    thread.update("t", "k", values());
    thread.update("t", "k", values());
    assertThat(store.calls).containsExactly(new Call("t", "Insert", 1), new Call("t", "Update", 2));
  }

  @Test
  void aBatchHoldsOneTableOnly() throws DBException {
    OneThread thread = thread(3, false);
    thread.update("t", "k", values());
    thread.update("u", "k", values());
    thread.flush();
    assertThat(store.calls).containsExactly(new Call("t", "Update", 1), new Call("u", "Update", 1));
  }

  @Test
  void upsertsReplace() throws DBException {
    OneThread thread = thread(2, true);
    thread.insert("t", "a", values());
    thread.insert("t", "b", values());
    assertThat(store.calls).containsExactly(new Call("t", "Replace", 2));
  }

  private OneThread thread(int batchSize, boolean upsert) throws DBException {
    Properties properties = new Properties();
    properties.setProperty("batchsize", Integer.toString(batchSize));
    properties.setProperty("mongodb.upsert", Boolean.toString(upsert));
    return new OneThread(store, BindingOptions.of(properties), report, clock::incrementAndGet);
  }

  private static Map<String, ByteIterator> values() {
    return Map.of("field0", new StringByteIterator("value"));
  }
}
