package dev.weir.capture.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks this host before its figures are believed. Changes nothing; a small file in the data
 * folder is written, synced and deleted to see how steady the disk is. Takes a few seconds.
 */
public final class Doctor {
  private Doctor() {}

  /** All checks, in the order to read them; what cannot be found out is unknown, never an error. */
  public static List<Check> run(DoctorRequest request) {
    return run(request, Host.local(), NoiseChecks.real(request.data()));
  }

  static List<Check> run(DoctorRequest request, Host host, NoiseChecks noise) {
    List<Check> checks = new ArrayList<>(new KernelChecks(host, request).run());
    checks.addAll(new StorageChecks(host, request.data()).run());
    checks.addAll(new ToolChecks(host, request).run());
    checks.addAll(noise.run());
    return checks;
  }
}
