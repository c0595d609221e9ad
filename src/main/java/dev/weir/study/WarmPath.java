package dev.weir.study;

/**
 * What decides which code a cell runs, and so what the JIT compiler must have seen: cells of one
 * path differ only in how much they do, not in how.
 */
public record WarmPath(
    DriverKind driver,
    Operation operation,
    DocumentKind document,
    UpdateShape shape,
    KeyChoice keys,
    Encoding encoding,
    ConnectionUse connections) {

  /** The path of a cell. */
  public static WarmPath of(Cell cell) {
    return new WarmPath(
        cell.driver(),
        cell.operation(),
        cell.document(),
        cell.shape(),
        cell.keys(),
        cell.encoding(),
        cell.connections());
  }
}
