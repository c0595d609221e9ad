package dev.weir.server;

import dev.weir.record.ServerFacts;
import dev.weir.study.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A running MongoDB deployment: attached to, or started by us and then gone on {@link #close}. */
public interface ServerUnderTest extends AutoCloseable {
  /** The URI to connect with. May hold a password: never print or record it. */
  String connectionString();

  /**
   * Where a load connects to: the same URI, with what {@link #trusting} adds. What controls or
   * watches a server that we started goes there without TLS.
   */
  default String loadUri() {
    return trusting(connectionString());
  }

  /**
   * A URI of this deployment with the authority of the certificate that we gave it, as its option
   * {@code tlsCAFile}; the URI itself if we gave none.
   */
  default String trusting(String uri) {
    return uri;
  }

  /** The same URI without credentials, fit to be shown. */
  default String redactedUri() {
    return Redaction.redact(connectionString());
  }

  /** What was read back from the server when it was opened. */
  ServerFacts facts();

  /** The members and their present roles. Asks the deployment; bounded by a few seconds. */
  List<Member> members();

  /**
   * Process ids of the mongods on this host, in the order of {@link #members}; empty if they run
   * elsewhere or it is unknown.
   */
  default List<Long> localPids() {
    return members().stream().map(Member::pid).filter(Objects::nonNull).distinct().toList();
  }

  /**
   * The server's own counters now. Operations and documents are the primary's; CPU time is summed
   * over the reachable members of a started deployment.
   *
   * @throws ServerException if the primary does not answer
   */
  ServerCounters counters() throws ServerException;

  /**
   * Shuts one member down cleanly and keeps its data.
   *
   * @throws ServerException if we did not start this deployment, or the member does not stop
   */
  default void stop(Member member) throws ServerException {
    throw Member.notOurs(member);
  }

  /**
   * Starts a stopped member again, on the same port and data.
   *
   * @return the member with its new process id
   * @throws ServerException if we did not start this deployment, or the member does not come up
   */
  default Member restart(Member member) throws ServerException {
    throw Member.notOurs(member);
  }

  /**
   * The state of each member by {@code host:port}, in the server's own words ({@code PRIMARY},
   * {@code SECONDARY}, …); empty where there is nothing to tell. Never throws: a member that can't
   * be asked is {@code UNAVAILABLE}.
   */
  default Map<String, String> memberStates() {
    return Map.of();
  }

  /**
   * Brings a deployment back that was lost: starts again what we started, waits for what we
   * attached to.
   *
   * @param expected the states of its members while all was well
   * @throws ServerException if it does not take writes, with every member in a role, in time
   */
  default void recover(Map<String, String> expected, Duration atMost) throws ServerException {
    Recovery.await(
        atMost, () -> counters().uptimeMillis() >= 0 && Recovery.healthy(expected, memberStates()));
  }

  /** Ends what we started, processes and files; only disconnects from what we attached to. */
  @Override
  void close();
}
