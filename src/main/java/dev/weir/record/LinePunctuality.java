package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Locale;

/**
 * How punctual the lines of each second of a load run were: what {@code load.json} says under
 * {@code lines}.
 *
 * @param seconds seconds shown
 * @param lines lines shown, one for each type of operation and second
 * @param laterThan100Millis of them, those shown more than 100 ms after their second had ended
 * @param latestMillis how long after its second had ended the latest was shown
 * @param reporterCpuShare CPU of the load process's thread that makes them, as a share of one core
 */
public record LinePunctuality(
    long seconds,
    long lines,
    long laterThan100Millis,
    double latestMillis,
    double reporterCpuShare) {
  /** A line that comes later than this misleads its readers. */
  public static final double LATE_MILLIS = 100;

  /** In a sentence, for the console and the summary. */
  @JsonIgnore
  public String sentence() {
    if (lines == 0) {
      return "no line of a second was due";
    }
    return String.format(
        Locale.ROOT,
        "latest line %.0f ms late, over %,d lines of %,d s, %s later than %.0f ms; making them took"
            + " %.2f %% of a core",
        Math.max(0, latestMillis),
        lines,
        seconds,
        laterThan100Millis == 0 ? "none" : String.format(Locale.ROOT, "%,d", laterThan100Millis),
        LATE_MILLIS,
        reporterCpuShare * 100);
  }
}
