package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

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

  static Work role(boolean bulk, double batch) {
    return new Work(bulk, batch, 16, 613, false, Durability.W1);
  }

  static Work document(double fields, double bytes) {
    return new Work(true, 50, fields, bytes, false, Durability.W1);
  }

  /** µs of one document with one call in flight. */
  static double demand(Work w) {
    return (w.bulk() ? PER_BULK / w.batch() : PER_SINGLE)
        + PER_DOCUMENT
        + PER_FIELD * w.fields()
        + PER_BYTE * w.bytes();
  }

  /** Two calls keep both cores busy; more of them wait. */
  static double documentsPerSecond(Work w, int inFlight) {
    return inFlight / (demand(w) * (1 + QUEUEING * Math.max(0, inFlight - 2))) * 1e6;
  }

  /** The star of cells that a capacity study measures, each off by a relative error. */
  static List<Observation> star(double error, long seed) {
    Random random = new Random(seed);
    List<Observation> cells = new ArrayList<>();
    BiConsumer<Work, Integer> add =
        (work, inFlight) ->
            cells.add(
                cell("cell" + cells.size(), work, inFlight, 1 + error * random.nextGaussian()));
    for (int n : new int[] {1, 2, 4, 8, 16, 32}) {
      add.accept(role(true, 50), n);
    }
    for (double batch : new double[] {5, 10, 200}) {
      add.accept(role(true, batch), 8);
    }
    add.accept(role(true, 10), 1);
    add.accept(role(true, 1000), 1);
    for (int n : new int[] {1, 8, 32}) {
      add.accept(role(false, 1), n);
    }
    add.accept(document(4, 110), 8);
    add.accept(document(4, 1050), 8);
    add.accept(document(16, 1250), 8);
    add.accept(document(16, 4250), 8);
    add.accept(document(32, 900), 8);
    add.accept(document(64, 1900), 8);
    add.accept(document(128, 2800), 8);
    add.accept(document(128, 5800), 8);
    add.accept(document(64, 1900), 1);
    return cells;
  }

  static Observation cell(String name, Work work, int inFlight, double factor) {
    double rate = documentsPerSecond(work, inFlight) * factor;
    double cpu = demand(work) / factor;
    return new Observation(
        name,
        work,
        inFlight,
        rate,
        Map.of(
            Quantity.SERVER_CPU, cpu * SERVER_SHARE,
            Quantity.CLIENT_CPU, cpu * (1 - SERVER_SHARE),
            Quantity.NETWORK_IN, 200 / work.batch() + 50 + work.bytes(),
            Quantity.NETWORK_OUT, 100 / work.batch() + 10,
            Quantity.JOURNAL_BYTES, 150 + 1.2 * work.bytes()));
  }
}
