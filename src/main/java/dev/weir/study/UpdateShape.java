package dev.weir.study;

/** How the data of one update is laid out in its statement. */
public enum UpdateShape implements NamedChoice {
  /** One {@code $set} path per field: what the role-update study did. */
  SET_FIELDS("setFields"),
  /** One {@code $set} of the whole subdocument. */
  SET_SUBDOCUMENT("setSubdocument"),
  /** The whole document is replaced: the same as {@code write: replace}, which sets it. */
  REPLACE("replace");

  private final String yamlName;

  UpdateShape(String yamlName) {
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
