package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Cells of a machine whose law is known: two cores, a call, a document, a field and a byte. */
final class SyntheticCells {
  static final double PER_SINGLE = 120;
  static final double PER_BULK = 150;
  static final double PER_DOCUMENT = 12;
  static final double PER_FIELD = 1.5;
  static final double PER_BYTE = 0.004;
  static final double QUEUEING = 0.5;
  static final double SERVER_SHARE = 0.85;

  private SyntheticCells() {}

  static Work role(boolean bulk, double batch, double inFlight) {
    return new Work(bulk, batch, inFlight, 16, 613, false, Durability.W1);
  }

  static Work document(double fields, double bytes, double inFlight) {
    return new Work(true, 50, inFlight, fields, bytes, false, Durability.W1);
  }

  /** µs of one document with one call in flight. */
  static double demand(Work w) {
    return (w.bulk() ? PER_BULK / w.batch() : PER_SINGLE)
        + PER_DOCUMENT
        + PER_FIELD * w.fields()
        + PER_BYTE * w.bytes();
  }

  static double laneMicros(Work w) {
    return demand(w) * (1 + QUEUEING * Math.max(0, w.inFlight() - 2));
  }

  static double documentsPerSecond(Work w) {
    return w.inFlight() / laneMicros(w) * 1e6;
  }

  /** The star of cells that a capacity study measures, each off by a relative error. */
  static List<Observation> star(double error, long seed) {
    List<Work> works = new ArrayList<>();
    for (double n : new double[] {1, 2, 4, 8, 16, 32}) {
      works.add(role(true, 50, n));
    }
    for (double batch : new double[] {5, 10, 200, 1000}) {
      works.add(role(true, batch, 8));
    }
    works.add(role(true, 10, 1));
    works.add(role(true, 1000, 1));
    for (double n : new double[] {1, 8, 32}) {
      works.add(role(false, 1, n));
    }
    works.add(document(4, 110, 8));
    works.add(document(4, 1050, 8));
    works.add(document(16, 1250, 8));
    works.add(document(16, 4250, 8));
    works.add(document(32, 900, 8));
    works.add(document(64, 1900, 8));
    works.add(document(128, 2800, 8));
    works.add(document(128, 5800, 8));
    works.add(document(64, 1900, 1));
    Random random = new Random(seed);
    List<Observation> cells = new ArrayList<>();
    for (Work work : works) {
      cells.add(cell("cell" + cells.size(), work, 1 + error * random.nextGaussian()));
    }
    return cells;
  }

  static Observation cell(String name, Work work, double factor) {
    double rate = documentsPerSecond(work) * factor;
    double cpu = demand(work) / factor;
    return new Observation(
        name,
        work,
        rate,
        Map.of(
            Quantity.SERVER_CPU, cpu * SERVER_SHARE,
            Quantity.CLIENT_CPU, cpu * (1 - SERVER_SHARE),
            Quantity.NETWORK_IN, 200 / work.batch() + 50 + work.bytes(),
            Quantity.NETWORK_OUT, 100 / work.batch() + 10,
            Quantity.JOURNAL_BYTES, 150 + 1.2 * work.bytes()));
  }
}
