package dev.weir.ycsb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.apache.htrace.core.HTraceConfiguration;
import org.apache.htrace.core.Tracer;
import site.ycsb.ClientThread;
import site.ycsb.DBFactory;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import site.ycsb.workloads.CoreWorkload;

/**
 * One phase of YCSB in this JVM, with YCSB's own threads, wrapper and measurements: what its client
 * does, without its {@code System.exit}.
 */
final class Phase {
  private Phase() {}

  /** Runs it and gives YCSB's report: figure by "metric, measurement". */
  static Map<String, Double> run(Properties properties, boolean load) throws Exception {
    YcsbMeasurements.forget();
    Measurements.setProperties(properties);
    Workload workload = new CoreWorkload();
    workload.init(properties);
    int threads = Integer.parseInt(properties.getProperty("threadcount", "1"));
    int operations =
        Integer.parseInt(properties.getProperty(load ? "recordcount" : "operationcount"));
    double target = Double.parseDouble(properties.getProperty("target", "0"));
    CountDownLatch finished = new CountDownLatch(threads);
    List<Thread> running = new ArrayList<>();
    try (Tracer tracer = new Tracer.Builder("test").conf(HTraceConfiguration.EMPTY).build()) {
      for (int i = 0; i < threads; i++) {
        int own = operations / threads + (i < operations % threads ? 1 : 0);
        ClientThread client =
            new ClientThread(
                DBFactory.newDB(properties.getProperty("db"), properties, tracer),
                !load,
                workload,
                properties,
                own,
                target == 0 ? -1 : target / 1_000 / threads,
                finished);
        client.setThreadId(i);
        client.setThreadCount(threads);
        running.add(new Thread(client));
      }
      running.forEach(Thread::start);
      for (Thread thread : running) {
        thread.join(60_000);
      }
    }
    if (finished.getCount() != 0) {
      throw new IllegalStateException(finished.getCount() + " threads did not finish");
    }
    return report();
  }

  static Map<String, Double> report() throws IOException {
    Map<String, Double> figures = new TreeMap<>();
    Measurements.getMeasurements()
        .exportMeasurements(
            new MeasurementsExporter() {
              @Override
              public void write(String metric, String measurement, int value) {
                write(metric, measurement, (double) value);
              }

              @Override
              public void write(String metric, String measurement, long value) {
                write(metric, measurement, (double) value);
              }

              @Override
              public void write(String metric, String measurement, double value) {
                figures.put(metric + ", " + measurement, value);
              }

              @Override
              public void close() {}
            });
    return figures;
  }
}
