package dev.weir.study;

/** What goes wrong while a game saves its documents. */
public enum GameFault implements NamedChoice {
  /** Nothing. */
  NONE("none"),
  /** The primary's process is killed; another member is elected. */
  PRIMARY_KILLED("primaryKilled"),
  /** The same, after the secondaries stood still for a second: they lack its last writes. */
  LAGGING_FAILOVER("laggingFailover"),
  /** All members are killed, and started again on their data. */
  MEMBERS_GONE("membersGone"),
  /** The server refuses one document in ten, so that bulks fail in part. */
  BULK_FAILS("bulkFails"),
  /** The game server's process is killed: what it had not saved is gone. */
  GAME_KILLED("gameKilled"),
  /** Something else holds all connections of the game's pool. */
  POOL_FULL("poolFull");

  private final String yamlName;

  GameFault(String yamlName) {
    this.yamlName = yamlName;
  }

  /** Whether members of the deployment are killed. */
  public boolean killsMembers() {
    return this == PRIMARY_KILLED || this == LAGGING_FAILOVER || this == MEMBERS_GONE;
  }

  /** Whether others have to be elected in the place of who is killed. */
  public boolean needsElection() {
    return this == PRIMARY_KILLED || this == LAGGING_FAILOVER;
  }

  @Override
  public String yamlName() {
    return yamlName;
  }

  @Override
  public String toString() {
    return yamlName;
  }
}
