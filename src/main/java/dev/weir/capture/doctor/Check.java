package dev.weir.capture.doctor;

/**
 * One line of the doctor's.
 *
 * @param name what was looked at
 * @param found what is there, with units
 * @param advised what should be
 * @param verdict whether the two agree
 * @param why what it does to a measurement
 * @param how how to change it; empty if there is nothing to change
 */
public record Check(
    String name, String found, String advised, Verdict verdict, String why, String how) {

  /** Whether what was found is as advised. */
  public enum Verdict {
    OK,
    WARN,
    /** It could not be found out; {@link Check#found()} says why. */
    UNKNOWN
  }
}
