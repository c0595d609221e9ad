package dev.weir.runner;

import dev.weir.runner.Trials.Snapshot;
import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What happened to a deployment while a trial ran that makes its figure no figure of it. */
final class Disturbance {
  private Disturbance() {}

  /**
   * One line for each thing that changed, none if nothing did.
   *
   * @param acknowledged documents acknowledged between the two
   * @param durability of an acknowledgement
   */
  static List<String> between(
      Snapshot before, Snapshot after, long acknowledged, Durability durability) {
    List<String> reasons = new ArrayList<>();
    boolean samePrimary = after.counters().comparableWith(before.counters());
    if (!samePrimary) {
      reasons.add(
          "the server changed: "
              + before.counters().process()
              + " → "
              + after.counters().process());
      String risk = atRisk(acknowledged, durability);
      if (risk != null) {
        reasons.add(risk);
      }
    }
    Map<String, String> members = new TreeMap<>(before.members());
    after.members().keySet().forEach(address -> members.putIfAbsent(address, "absent"));
    members.forEach(
        (address, was) -> {
          String is = after.members().getOrDefault(address, "absent");
          if (!is.equals(was)) {
            reasons.add("member " + address + " went from " + was + " to " + is);
          }
        });
    return reasons;
  }

  /** Acknowledged by one member alone, a write may be gone with it. */
  private static @Nullable String atRisk(long acknowledged, Durability durability) {
    boolean majority =
        durability == Durability.MAJORITY || durability == Durability.MAJORITY_JOURNALED;
    return majority || acknowledged == 0
        ? null
        : "at risk: up to " + acknowledged + " documents acknowledged with " + durability + " only";
  }
}
