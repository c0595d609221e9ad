package dev.weir.capture.doctor;

/** The part of a check that is the same on every host. */
record Advice(String name, String advised, String why, String how) {
  Check check(boolean good, String found) {
    return new Check(
        name, found, advised, good ? Check.Verdict.OK : Check.Verdict.WARN, why, good ? "" : how);
  }

  Check unknown(String reason) {
    return new Check(name, reason, advised, Check.Verdict.UNKNOWN, why, how);
  }
}
