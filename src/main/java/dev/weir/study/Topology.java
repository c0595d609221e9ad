package dev.weir.study;

/** How the members of the deployment under test are arranged. Names are those of study files. */
public enum Topology implements NamedChoice {
  /** One mongod, no replication, no oplog. */
  STANDALONE("standalone", 1, false),
  /** A replica set of one member: an oplog, nobody to replicate to. The default. */
  RS1("rs1", 1, true),
  /** Primary, secondary, arbiter, as in the role-update study. */
  PSA("psa", 3, true),
  /** Primary and two secondaries. */
  PSS("pss", 3, true);

  private final String yamlName;
  private final int members;
  private final boolean replicated;

  Topology(String yamlName, int members, boolean replicated) {
    this.yamlName = yamlName;
    this.members = members;
    this.replicated = replicated;
  }

  @Override
  public String yamlName() {
    return yamlName;
  }

  /** Number of mongod processes. */
  public int members() {
    return members;
  }

  /** Whether the members form a replica set. */
  public boolean replicated() {
    return replicated;
  }

  @Override
  public String toString() {
    return yamlName;
  }
}
