package dev.weir.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.htrace.core.HTraceConfiguration;
import org.apache.htrace.core.Tracer;
import site.ycsb.ClientThread;
import site.ycsb.DB;
import site.ycsb.DBFactory;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * Runs the workload's own code before it is measured: same operations, same binding, same threads,
 * without a target, on a collection of its own, so that neither the data nor a count of the
 * measured phase is touched. What YCSB measured of it is forgotten.
 */
final class YcsbWarmUp {
  /** Added to the workload's table. */
  static final String SUFFIX = "_warmup";

  private static final int RECORDS = 1_000;

  /** Beyond the longest wait for one answer. */
  private static final long JOIN_SECONDS = 2 * ReactiveStore.ANSWER_SECONDS;

  private final Properties properties = new Properties();
  private final boolean load;
  private final int threads;

  YcsbWarmUp(Properties workload, boolean load) {
    this.load = load;
    this.threads = Integer.parseInt(workload.getProperty("threadcount", "1"));
    workload.stringPropertyNames().forEach(n -> properties.setProperty(n, workload.getProperty(n)));
    properties.setProperty("table", workload.getProperty("table", "usertable") + SUFFIX);
    properties.setProperty("recordcount", Integer.toString(RECORDS));
    properties.setProperty("operationcount", Integer.toString(RECORDS));
    properties.setProperty("hdrhistogram.fileoutput", "false");
    // A warm-up may meet what an interrupted one left behind.
    properties.setProperty("mongodb.upsert", "true");
    properties.remove("insertstart");
    properties.remove("insertcount");
  }

  /** Warms up for about that long. */
  void run(long nanos) throws Exception {
    Measurements.setProperties(properties);
    if (load) {
      phase(false, 0, nanos);
    } else {
      phase(false, RECORDS, 0);
      phase(true, 0, nanos);
    }
    YcsbMeasurements.forget();
  }

  /**
   * @param operations per run, 0 to go on until the time is over
   */
  private void phase(boolean transactions, int operations, long nanos) throws Exception {
    Workload workload = workload();
    int clients = operations == 0 ? threads : 1;
    CountDownLatch finished = new CountDownLatch(clients);
    List<Thread> running = new ArrayList<>();
    try (Tracer tracer = new Tracer.Builder("warm-up").conf(HTraceConfiguration.EMPTY).build()) {
      for (int i = 0; i < clients; i++) {
        DB db = DBFactory.newDB(properties.getProperty("db"), properties, tracer);
        ClientThread client =
            new ClientThread(db, transactions, workload, properties, operations, -1, finished);
        client.setThreadId(i);
        client.setThreadCount(clients);
        running.add(new Thread(client, "warm-up-" + i));
      }
      running.forEach(Thread::start);
      if (operations == 0) {
        if (finished.await(nanos, TimeUnit.NANOSECONDS)) {
          throw new IllegalStateException("the warm-up ended by itself; see the messages above");
        }
        workload.requestStop();
      }
      for (Thread thread : running) {
        thread.join(TimeUnit.SECONDS.toMillis(JOIN_SECONDS));
        if (thread.isAlive()) {
          throw new TimeoutException("the warm-up did not stop within " + JOIN_SECONDS + " s");
        }
      }
    }
    workload.cleanup();
  }

  private Workload workload() throws ReflectiveOperationException, WorkloadException {
    Workload workload =
        Class.forName(properties.getProperty("workload"))
            .asSubclass(Workload.class)
            .getDeclaredConstructor()
            .newInstance();
    workload.init(properties);
    return workload;
  }
}
