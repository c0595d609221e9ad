package dev.weir.capture;

import java.util.List;

/**
 * What was captured and what was not; goes into the run record.
 *
 * @param samplers the names of those that ran, also of those that died later
 * @param missing the tools this host lacks
 * @param gaps where samples are missing or made no sense, oldest first
 * @param cost CPU that all this took
 */
public record CaptureSummary(
    List<String> samplers, List<MissingTool> missing, List<Gap> gaps, CaptureCost cost) {
  public CaptureSummary {
    samplers = List.copyOf(samplers);
    missing = List.copyOf(missing);
    gaps = List.copyOf(gaps);
  }
}
