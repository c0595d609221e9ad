package dev.weir.driver.economy;

import org.jspecify.annotations.Nullable;

/**
 * How one operation of the economy ended.
 *
 * @param kind what is known of it
 * @param retries attempts after the first, made by the driver because of TransientTransactionError
 * @param resolved whether the ledger had to be asked, the commit's result being unknown
 * @param error class of the error, null if there was none
 */
public record EconomyOutcome(Kind kind, int retries, boolean resolved, @Nullable String error) {
  /** What is known of an operation. */
  public enum Kind {
    /** It happened, exactly once. */
    COMMITTED,
    /** Its rules forbade it (no gold, nothing to deliver); nothing happened. */
    REFUSED,
    /** It failed; nothing happened. */
    FAILED,
    /** Nobody could tell whether it happened; the audit allows for either. */
    UNRESOLVED
  }
}
