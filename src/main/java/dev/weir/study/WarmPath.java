package dev.weir.study;

import java.util.List;

/**
 * What decides which code a cell runs, and so what the JIT compiler must have seen: cells of one
 * path differ only in how much they do, not in how.
 *
 * @param values of the factors that change the code
 */
public record WarmPath(List<Object> values) {
  /** The path of a cell. */
  public static WarmPath of(Cell cell) {
    return new WarmPath(
        Factor.all().stream().filter(Factor::changesCode).<Object>map(cell::get).toList());
  }
}
