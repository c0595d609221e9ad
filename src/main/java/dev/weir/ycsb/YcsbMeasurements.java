package dev.weir.ycsb;

import java.lang.reflect.Field;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.OneMeasurement;

/**
 * The two private places of YCSB's {@link Measurements} that a binding cannot do without. YCSB's
 * version is pinned; a version that lacks them is an error, never a wrong figure.
 */
final class YcsbMeasurements {
  private YcsbMeasurements() {}

  /** The histograms by operation. */
  @SuppressWarnings("unchecked") // the field's declared type in the pinned version
  static Map<String, OneMeasurement> table(Measurements measurements, boolean intended) {
    String name = intended ? "opToIntendedMesurementMap" : "opToMesurementMap";
    try {
      return (Map<String, OneMeasurement>) field(name).get(measurements);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw otherVersion(name, e);
    }
  }

  /** Drops all that was measured so far, as if the JVM had just started. */
  static void forget() {
    try {
      @Nullable Object none = null;
      field("singleton").set(null, none);
    } catch (ReflectiveOperationException e) {
      throw otherVersion("singleton", e);
    }
  }

  private static Field field(String name) throws NoSuchFieldException {
    Field field = Measurements.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static IllegalStateException otherVersion(String name, Exception e) {
    return new IllegalStateException(
        "this version of YCSB has no field Measurements." + name + "; use the one Weir comes with",
        e);
  }
}
