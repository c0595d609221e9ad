package dev.weir.study;

/** An enum whose constants carry the name used in study files and records. */
public interface NamedChoice {
  /** The name in study files, records and tables. */
  String yamlName();
}
