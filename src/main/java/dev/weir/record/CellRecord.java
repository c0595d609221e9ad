package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One cell of {@code cells.json}: its trials, and what they say together. Figures rest on valid
 * trials only and are null where there are none.
 *
 * @param id unique in the run; names the file of its latency log
 * @param factors every factor, those that the study does not vary included
 * @param trials all trials, invalid ones too
 * @param documentsPerSecond mean over rounds with its interval
 * @param batchesPerSecond mean over rounds
 * @param megabytesPerSecond mean over rounds
 * @param ratioToBaseline documents/s against the baseline cell, paired within rounds; null without
 *     a baseline
 * @param serviceTimeMicros of all valid trials together, from added histograms
 * @param cpu CPU per document
 * @param poolWait mean wait for a connection in microseconds
 * @param bottleneck what held the cell back
 * @param notes what a reader must know before using the figures
 */
@RecordBuilder
public record CellRecord(
    String id,
    Map<String, String> factors,
    List<TrialRecord> trials,
    @Nullable Interval documentsPerSecond,
    @Nullable Double batchesPerSecond,
    @Nullable Double megabytesPerSecond,
    @Nullable Ratio ratioToBaseline,
    @Nullable Percentiles serviceTimeMicros,
    Cpu cpu,
    @Nullable Double poolWait,
    Bottleneck bottleneck,
    List<String> notes)
    implements CellRecordBuilder.With {

  /**
   * How much the rate swings within a trial: the mean over valid trials of {@link
   * TrialRecord#jitter}, without unit; null if no trial has it.
   */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public @Nullable Double jitter() {
    double mean =
        trials.stream()
            .filter(TrialRecord::valid)
            .mapToDouble(TrialRecord::jitter)
            .average()
            .orElse(Double.NaN);
    return Double.isNaN(mean) ? null : Double.valueOf(mean);
  }

  /** How evenly jobs fell on queue workers, over all valid trials; null without jobs. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public @Nullable QueueSkew queues() {
    return QueueSkew.of(
        trials.stream()
            .filter(TrialRecord::valid)
            .map(TrialRecord::queues)
            .filter(Objects::nonNull)
            .toList());
  }

  /** The valid trial of that round. */
  public Optional<TrialRecord> valid(int round) {
    return trials.stream().filter(trial -> trial.valid() && trial.round() == round).findFirst();
  }

  /** Documents/s of the valid trial of that round, NaN if there is none. */
  public double documentsPerSecond(int round) {
    return valid(round).map(TrialRecord::documentsPerSecond).orElse(Double.NaN);
  }

  /**
   * @param baseline id of the cell compared with
   * @param interval geometric mean of the ratios within rounds
   * @param verdict {@code faster}, {@code slower} or {@code no difference shown}
   */
  public record Ratio(String baseline, Interval interval, String verdict) {}

  /** CPU microseconds per document on either side; null where unknown. */
  public record Cpu(
      @Nullable Double clientMicrosPerDocument, @Nullable Double serverMicrosPerDocument) {}

  /**
   * @param resource what limits the cell, or {@code undecided}
   * @param evidence lines with figures
   */
  public record Bottleneck(String resource, List<String> evidence) {}
}
