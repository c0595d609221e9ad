package dev.weir.capture.doctor;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the doctor is to look at.
 *
 * @param data the database's data folder, or where it will be; an existing folder
 * @param mongoMajor the server's major version, since advice depends on it; null if unknown
 * @param serverPid a mongod on this host, whose limits count; null for this process's
 * @param sharesHost whether load and server share this host; null if unknown
 * @param linkHost a host that runs {@code iperf3 -s}, to measure the link; null for none
 */
public record DoctorRequest(
    Path data,
    @Nullable Integer mongoMajor,
    @Nullable Long serverPid,
    @Nullable Boolean sharesHost,
    @Nullable String linkHost) {

  /**
   * Checks the one name that becomes an argument.
   *
   * @throws IllegalArgumentException if the link's host is no host name
   */
  public DoctorRequest {
    // It becomes an argument of iperf3, where a leading dash would be an option.
    if (linkHost != null && !linkHost.matches("[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}")) {
      throw new IllegalArgumentException("'" + linkHost + "' is no host name");
    }
  }

  /** This host alone, as far as it can be known without a server. */
  public static DoctorRequest of(Path data) {
    return new DoctorRequest(data, null, null, null, null);
  }
}
