package dev.weir.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.study.Claim;
import dev.weir.study.ClaimReader;
import dev.weir.study.Scale;
import dev.weir.study.StudyException;
import java.util.List;
import java.util.Map;

/** What of the effective study in {@code run.json} decides how its cells are read. */
public final class RecordedStudy {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double USUAL_CONFIDENCE = 0.95;

  private RecordedStudy() {}

  /**
   * The claims of the study, none if it has none.
   *
   * @throws StudyException if they can't be understood; one line says where and why
   */
  public static List<Claim> claims(RunRecord run) throws StudyException {
    Object claims = run.study().get("claims");
    if (claims == null) {
      return List.of();
    }
    try {
      return ClaimReader.ofRecord(RunFolder.RUN, JSON.writeValueAsString(claims));
    } catch (JsonProcessingException e) {
      throw new StudyException(RunFolder.RUN + ": its claims can't be read");
    }
  }

  /** The confidence level of its intervals, between 0 and 1. */
  public static double confidence(RunRecord run) {
    double level = share(run, "confidence");
    return Double.isNaN(level) ? USUAL_CONFIDENCE : level;
  }

  /** The half-width of an interval that was asked for, relative to its mean; NaN if none was. */
  public static double precision(RunRecord run) {
    return share(run, "precision");
  }

  private static double share(RunRecord run, String key) {
    String text = String.valueOf(run.study().get(key));
    return text.matches("\\d{1,2}(\\.\\d+)?%")
        ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
        : Double.NaN;
  }

  /** Whether the study was cut down for a small machine. */
  public static boolean scaledDown(RunRecord run) {
    return Scale.SCALED.yamlName().equals(run.study().get("scale"));
  }

  /** Whether a study file says all of what was run. */
  public static boolean isOfFile(RunRecord run) {
    return !isOfYcsb(run) && !isOfLoad(run);
  }

  /** Whether YCSB was run. */
  public static boolean isOfYcsb(RunRecord run) {
    return run.study().containsKey("tool") && run.study().get("properties") instanceof Map;
  }

  /** Whether load was offered at a rate. */
  public static boolean isOfLoad(RunRecord run) {
    return run.study().containsKey("mix");
  }
}
