package dev.weir.capacity.oplog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was written to one collection in a span.
 *
 * @param namespace database and collection
 * @param inserts documents
 * @param updates of documents, whole or in part
 * @param replacements those of them that wrote the whole document
 * @param deletes documents
 * @param fields that an update names, in the mean; 0 without updates
 * @param bytes BSON bytes of an update, in the mean; 0 without updates
 * @param insertBytes BSON bytes of an inserted document, in the mean; 0 without inserts
 * @param documents different ones that were updated
 * @param estimated whether they were too many to keep each, so that figures of single documents
 *     come from a part of them
 * @param windows updated documents by period, shortest first
 * @param rhythm in which documents were written; null if none shows
 * @param shortGap seconds between two updates of one document, of a hundred only one is less; null
 *     if no document was updated twice
 * @param calls how updates came together
 */
public record CollectionSummary(
    String namespace,
    long inserts,
    long updates,
    long replacements,
    long deletes,
    double fields,
    double bytes,
    double insertBytes,
    double documents,
    boolean estimated,
    List<Window> windows,
    @Nullable FlushRhythm rhythm,
    @Nullable Double shortGap,
    Calls calls) {

  /**
   * Coalescing as it would be.
   *
   * @param period seconds
   * @param documents different ones that were updated in a period, in the mean
   * @param updates in a period, in the mean
   */
  public record Window(double period, double documents, double updates) {}

  /**
   * Updates that came together.
   *
   * @param calls commands that named themselves: retryable writes
   * @param updates that they made
   * @param typical updates in a call: half of all updates came in calls as large or larger
   * @param largest updates in a call
   * @param runs of updates of this collection, one right after another within a millisecond, that
   *     no command owns up to
   * @param runUpdates in them
   * @param inTransactions updates that were part of a transaction
   */
  public record Calls(
      long calls,
      long updates,
      int typical,
      int largest,
      long runs,
      long runUpdates,
      long inTransactions) {
    /** Updates of a call that named itself, in the mean; 0 if none did. */
    public double mean() {
      return calls == 0 ? 0 : (double) updates / calls;
    }
  }

  /** The collection without its database. */
  public String collection() {
    return namespace.substring(namespace.indexOf('.') + 1);
  }
}
