package dev.weir.server;

import org.jspecify.annotations.Nullable;

/**
 * One process of the deployment under test.
 *
 * @param role what it is in its topology
 * @param host name or address
 * @param port TCP port
 * @param pid its process id on this host; null if it runs elsewhere, is stopped, or it is unknown
 */
public record Member(Role role, String host, int port, @Nullable Long pid) {
  /**
   * What a member is for. Primary and secondary are as they were when asked; elections move them.
   */
  public enum Role {
    STANDALONE,
    PRIMARY,
    SECONDARY,
    ARBITER,
    ROUTER,
    /** Stopped, unreachable, or in a state that carries no data to clients. */
    UNAVAILABLE
  }

  /** Why a member can be neither stopped nor started again. */
  static ServerException notOurs(Member member) {
    return new ServerException(
        member.address()
            + " was not started by Weir as a process of this host, so Weir neither stops nor"
            + " restarts it");
  }

  /** {@code host:port}. */
  public String address() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
