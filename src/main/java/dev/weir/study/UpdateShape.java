package dev.weir.study;

import java.util.List;

/** How the data of one update is laid out in its statement. */
public enum UpdateShape implements NamedChoice {
  /** One {@code $set} path per field: what the role-update study did. */
  SET_FIELDS("setFields"),
  /** One {@code $set} of the whole subdocument. */
  SET_SUBDOCUMENT("setSubdocument"),
  /** The whole document is replaced: what {@code write: replace} sets; no file says it itself. */
  REPLACE("replace");

  /** Those that a study chooses from. */
  public static final List<UpdateShape> OF_UPDATES = List.of(SET_FIELDS, SET_SUBDOCUMENT);

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
