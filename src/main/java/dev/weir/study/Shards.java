package dev.weir.study;

/** Over how many shards of a sharded deployment a collection is spread. */
public enum Shards implements NamedChoice {
  /** Over all, by a hashed {@code _id}; elsewhere over the one there is. */
  ALL("allShards"),
  /** It stays on its database's primary shard, as if nobody had sharded it. */
  ONE("oneShard");

  private final String yamlName;

  Shards(String yamlName) {
    this.yamlName = yamlName;
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
