package dev.weir.record;

import java.util.List;
import java.util.Map;

/**
 * {@code cited.json}: somebody else's comparison, repeated as it was. Its trials are in no figure
 * of the run.
 *
 * @param as how it was done
 * @param trials one run of each cell, in the order measured
 */
public record CitedRecord(String as, List<Once> trials) {
  /** The only trial of a cell, with every factor of that cell. */
  public record Once(Map<String, String> factors, TrialRecord trial) {}
}
