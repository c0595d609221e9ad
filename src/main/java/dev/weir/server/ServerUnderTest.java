package dev.weir.server;

import dev.weir.record.ServerFacts;
import java.util.List;

/** A running MongoDB deployment: attached to, or started by us and then gone on {@link #close}. */
public interface ServerUnderTest extends AutoCloseable {
  /** The URI to connect with. May hold a password: never print or record it. */
  String connectionString();

  /** The same URI without credentials, fit to be shown. */
  String redactedUri();

  /** What was read back from the server when it was opened. */
  ServerFacts facts();

  /** The members and their present roles. Asks the deployment; bounded by a few seconds. */
  List<Member> members();

  /**
   * Process ids of the mongods on this host, in the order of {@link #members}; empty if they run
   * elsewhere or cannot be told.
   */
  List<Long> localPids();

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
  void stop(Member member) throws ServerException;

  /**
   * Starts a stopped member again, on the same port and data.
   *
   * @return the member with its new process id
   * @throws ServerException if we did not start this deployment, or the member does not come up
   */
  Member restart(Member member) throws ServerException;

  /** Ends what we started, processes and files; only disconnects from what we attached to. */
  @Override
  void close();
}
