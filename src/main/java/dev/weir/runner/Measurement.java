package dev.weir.runner;

import dev.weir.record.CellRecord;
import dev.weir.record.PlanRecord;
import dev.weir.record.RunRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is measured inside the life of a {@link Run}. */
public interface Measurement {
  /**
   * What the record says before anything is measured.
   *
   * @param name of the run's folder: lower-case letters, digits and hyphens
   * @param database Weir's own database that is written to
   * @param study what was asked, as it goes into {@code run.json}
   * @param seed of order, keys and values
   * @param baseline id of the cell that ratios are taken to
   * @param excluded cells left out, reason by id
   * @param clients load processes at once
   * @param plan with which an unfinished run can be resumed; null if it can't
   * @param keepsData whether the database stays when the run has ended
   * @param captured whether samplers run alongside
   */
  record Description(
      String name,
      String database,
      Map<String, Object> study,
      long seed,
      @Nullable String baseline,
      Map<String, String> excluded,
      int clients,
      @Nullable PlanRecord plan,
      boolean keepsData,
      boolean captured) {
    /** One load process, samplers alongside, data dropped at the end, not to be resumed. */
    public static Description of(
        String name, String database, Map<String, Object> study, long seed) {
      return new Description(name, database, study, seed, null, Map.of(), 1, null, false, true);
    }

    /** The same, and the data stays. */
    public Description keepingData() {
      return new Description(
          name, database, study, seed, baseline, excluded, clients, plan, true, captured);
    }
  }

  /**
   * What was found.
   *
   * @param rounds that were completed
   * @param cells with their trials; the run names their limits afterwards
   * @param verdict whether the figures may be used
   * @param files what else goes into the record, by file name
   */
  record Findings(
      int rounds, List<CellRecord> cells, RunRecord.Verdict verdict, Map<String, Object> files) {
    /** Findings without files of their own. */
    public Findings(int rounds, List<CellRecord> cells, RunRecord.Verdict verdict) {
      this(rounds, cells, verdict, Map.of());
    }
  }

  /** What the record says before anything is measured. */
  Description description();

  /**
   * Looks whether a server can do what is asked; nothing is written yet.
   *
   * @throws ServerException if it can't; the message says what to do
   */
  default void require(ServerUnderTest server) throws ServerException {}

  /**
   * Measures.
   *
   * @param run the live run; every trial is handed to it when it ends
   * @throws ServerException if the server fails for good
   * @throws IOException if the record can't be written
   */
  Findings measure(Run run) throws ServerException, IOException, InterruptedException;
}
