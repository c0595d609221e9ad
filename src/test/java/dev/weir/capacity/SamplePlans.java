package dev.weir.capacity;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Plans on cells of a machine whose law is known. */
public final class SamplePlans {
  private SamplePlans() {}

  /** The same plan, played: 40,000 players held, 50,000 did not. */
  public static PlayedRun played() throws Exception {
    Design design = DesignReader.parse("p.yaml", DesignReaderTest.PLAN);
    return PlayedAnswerTest.played(design);
  }

  /**
   * A plan of 20,000 players.
   *
   * @param run folder of the run that it rests on
   * @param changes of the design's text, in pairs
   */
  public static PlanAnswer shard(Path run, String... changes) throws Exception {
    MeasuredHost host = new MeasuredHost("MongoDB 6", "rs1", 2, 12L << 30, true, 2, 10_000L, 16e3);
    MeasuredCells measured =
        new MeasuredCells(SyntheticCells.star(0, 1), Map.of(), host, List.of(run));
    String text = DesignReaderTest.PLAN;
    for (int i = 0; i < changes.length; i += 2) {
      text = text.replace(changes[i], changes[i + 1]);
    }
    return Estimate.of(DesignReader.parse("p.yaml", text), measured, "sync");
  }
}
