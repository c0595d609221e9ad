package dev.weir.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.SavesMeasurement;
import dev.weir.record.SecondLine;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TurnsRecord;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a load process tells, one JSON object a line on its standard output. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LoadEvent.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = LoadEvent.Rate.class, name = "rate"),
  @JsonSubTypes.Type(value = LoadEvent.Warmed.class, name = "warmed"),
  @JsonSubTypes.Type(value = LoadEvent.Prepared.class, name = "prepared"),
  @JsonSubTypes.Type(value = LoadEvent.Started.class, name = "started"),
  @JsonSubTypes.Type(value = LoadEvent.Window.class, name = "window"),
  @JsonSubTypes.Type(value = LoadEvent.Measuring.class, name = "measuring"),
  @JsonSubTypes.Type(value = LoadEvent.Measured.class, name = "measured"),
  @JsonSubTypes.Type(value = LoadEvent.Done.class, name = "done"),
  @JsonSubTypes.Type(value = LoadEvent.Noted.class, name = "noted"),
  @JsonSubTypes.Type(value = LoadEvent.Forked.class, name = "forked"),
  @JsonSubTypes.Type(value = LoadEvent.Iteration.class, name = "iteration"),
  @JsonSubTypes.Type(value = LoadEvent.Second.class, name = "second"),
  @JsonSubTypes.Type(value = LoadEvent.OpenDone.class, name = "openDone"),
  @JsonSubTypes.Type(value = LoadEvent.Leading.class, name = "leading"),
  @JsonSubTypes.Type(value = LoadEvent.Following.class, name = "following"),
  @JsonSubTypes.Type(value = LoadEvent.TurnsTaken.class, name = "turnsTaken"),
  @JsonSubTypes.Type(value = LoadEvent.EconomyDone.class, name = "economyDone"),
  @JsonSubTypes.Type(value = LoadEvent.FaultDue.class, name = "faultDue"),
  @JsonSubTypes.Type(value = LoadEvent.SavesDone.class, name = "savesDone"),
  @JsonSubTypes.Type(value = LoadEvent.Failed.class, name = "failed")
})
public sealed interface LoadEvent {
  /**
   * The process is up and understood where to write.
   *
   * @param driver version of the driver that it has loaded; null if it does not tell
   */
  record Ready(long pid, @Nullable String driver) implements LoadEvent {
    /** Of a process that does not tell its driver. */
    public Ready(long pid) {
      this(pid, null);
    }
  }

  /** Live progress, some times a second. */
  record Rate(String cell, double documentsPerSecond) implements LoadEvent {}

  /** How the warm-up ended for each path. */
  record Warmed(long millis, List<Path> paths) implements LoadEvent {
    /**
     * @param id of the cell that stood for its path
     * @param steady whether it had stopped getting faster
     * @param documentsPerSecond rate of each slice
     */
    public record Path(String id, boolean steady, List<Double> documentsPerSecond) {}
  }

  /**
   * Ready for {@link LoadOrder.Start}.
   *
   * @param epochMicros the client's clock as it tells this, UTC
   */
  record Prepared(String cell, long epochMicros) implements LoadEvent {}

  /**
   * The first calls are on their way.
   *
   * @param lateMicros by how much the agreed instant was missed
   */
  record Started(String cell, long lateMicros) implements LoadEvent {}

  /**
   * A window of the settling ended.
   *
   * @param index from 0 at the start; that one opens connections
   * @param batches calls acknowledged in it
   */
  record Window(String cell, int index, double documentsPerSecond, long batches)
      implements LoadEvent {}

  /** The measured span begins now. */
  record Measuring(String cell, long epochMillis) implements LoadEvent {}

  /** The measured span ended; calls in flight are still being answered. */
  record Measured(String cell, long epochMillis) implements LoadEvent {}

  /**
   * A trial is over and nothing of it is in flight any more.
   *
   * @param reasons against the trial that only its load process can know
   */
  record Done(String cell, TrialMeasurement measurement, List<String> reasons)
      implements LoadEvent {
    /** A trial with nothing against it that only its load process can know. */
    public Done(String cell, TrialMeasurement measurement) {
      this(cell, measurement, List.of());
    }
  }

  /** What a reader should know of a trial that is valid nevertheless, in a line. */
  record Noted(String line) implements LoadEvent {}

  /** A load that starts a process for each trial has started one. */
  record Forked(long pid) implements LoadEvent {}

  /**
   * An iteration of JMH is over.
   *
   * @param number from 1, of the warm-up and of the measurement apart
   * @param fromMillis its start, UTC epoch ms
   */
  record Iteration(String cell, boolean warmUp, int number, long fromMillis) implements LoadEvent {}

  /**
   * A second of a load run is over.
   *
   * @param cell id of the cell
   * @param number from 1; 0 for what was answered after the last second
   * @param dueMillis when the second ended, UTC epoch ms: the line is late by the difference
   * @param fromMillis where its interval begins, UTC epoch ms
   * @param measured whether it belongs to the measured span
   * @param lines one for each type of operation
   * @param state of the queue when it ended
   * @param histograms of the interval by suffix of their log, in HdrHistogram's compressed encoding
   *     in Base64; values in nanoseconds
   */
  record Second(
      String cell,
      long number,
      long dueMillis,
      long fromMillis,
      boolean measured,
      List<SecondLine> lines,
      State state,
      Map<String, String> histograms)
      implements LoadEvent {
    /**
     * @param backlog calls due and not sent
     * @param inFlight calls without an answer
     * @param shed calls refused since the start because the queue was full
     */
    public record State(long backlog, long inFlight, long shed) {}
  }

  /** An open loop is over and nothing of it is in flight any more. */
  record OpenDone(String cell, OpenMeasurement measurement) implements LoadEvent {}

  /**
   * Another process may call for turns.
   *
   * @param port of this host's loopback
   * @param secret that it has to name
   */
  record Leading(int port, String secret) implements LoadEvent {}

  /** The line to the process that leads is open. */
  record Following() implements LoadEvent {}

  /**
   * A block of turns is over and nothing of it is in flight any more.
   *
   * @param fromMillis its start, UTC epoch ms
   * @param toMillis its end, UTC epoch ms
   * @param handOver what passing the turn to another process took; null within one
   */
  record TurnsTaken(
      List<Side> sides, long fromMillis, long toMillis, TurnsRecord.@Nullable HandOver handOver)
      implements LoadEvent {
    /** Of sides within one process. */
    public TurnsTaken(List<Side> sides, long fromMillis, long toMillis) {
      this(sides, fromMillis, toMillis, null);
    }

    /**
     * What one side did in the block.
     *
     * @param turns that it had
     * @param inFlight mean number of calls in flight while it had its turn
     * @param documentsPerSecond of its lanes by the mean of their cycles
     * @param typicalRatio documents/s over those of the first side: 20 % trimmed mean of the
     *     logarithms of the ratios of adjacent turns, as a ratio
     * @param batches calls acknowledged
     * @param bytes BSON of their update statements
     * @param nanos that it had the turn
     * @param cpuMicros of this process in that time
     * @param totals its documents
     * @param times service times in ns, HdrHistogram's compressed encoding in Base64
     */
    public record Side(
        int turns,
        double inFlight,
        double documentsPerSecond,
        double typicalRatio,
        long batches,
        long bytes,
        long nanos,
        long cpuMicros,
        Totals totals,
        String times) {}
  }

  /** An economy is over and no operation of it is in flight any more. */
  record EconomyDone(String cell, EconomyMeasurement measurement) implements LoadEvent {}

  /**
   * A game's measured span is over, and what is to go wrong may do so now.
   *
   * @param measurement of the span before the fault; its times are response times
   */
  record FaultDue(String cell, TrialMeasurement measurement) implements LoadEvent {}

  /** A game is over, and it has nothing left to save or could not save it in time. */
  record SavesDone(String cell, SavesMeasurement measurement) implements LoadEvent {}

  /** An order could not be carried out; the process waits for the next one. */
  record Failed(String reason) implements LoadEvent {}
}
