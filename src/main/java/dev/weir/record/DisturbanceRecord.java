package dev.weir.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How busy others kept the host while a run measured.
 *
 * @param turns turns that were measured, the disturbed ones included
 * @param disturbed turns in which others took too much of the host's CPU
 * @param leftOut of these, turns that enter no figure and were made again where there was time
 * @param seconds length of all turns
 * @param disturbedSeconds length of the disturbed ones
 * @param accepted whether a busy host was accepted, so that nothing was left out for it; of a run
 *     that was resumed, whether its last session did
 * @param all what others took in all turns, on average
 * @param whileDisturbed what others took in the disturbed ones; equal to {@code all} if there are
 *     none
 */
public record DisturbanceRecord(
    int turns,
    int disturbed,
    int leftOut,
    double seconds,
    double disturbedSeconds,
    boolean accepted,
    OthersCpu all,
    OthersCpu whileDisturbed) {
  /** The same run with what a further session of it saw. */
  public DisturbanceRecord and(DisturbanceRecord later) {
    List<OthersCpu> whenDisturbed = new ArrayList<>();
    for (DisturbanceRecord session : List.of(this, later)) {
      if (session.disturbed > 0) {
        whenDisturbed.add(session.whileDisturbed);
      }
    }
    OthersCpu both = Objects.requireNonNullElse(OthersCpu.over(List.of(all, later.all)), later.all);
    return new DisturbanceRecord(
        turns + later.turns,
        disturbed + later.disturbed,
        leftOut + later.leftOut,
        seconds + later.seconds,
        disturbedSeconds + later.disturbedSeconds,
        later.accepted,
        both,
        Objects.requireNonNullElse(OthersCpu.over(whenDisturbed), both));
  }
}
