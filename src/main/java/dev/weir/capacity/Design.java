package dev.weir.capacity;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.study.Durability;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How players' progress is to be saved: the input of a plan. Times are in seconds, sizes in bytes
 * (10^n, not 2^n), shares between 0 and 1.
 *
 * @param name of the plan; part of its folder's name
 * @param question what it is to answer
 * @param players playing at once in the busiest hour
 * @param accounts all stored players, at least the players
 * @param peakFactor updates in the busiest minute over those in the busiest hour, at least 1
 * @param growth of players and accounts
 * @param documents kinds of documents that each player has one of
 * @param flush when dirty documents are written, and how
 * @param durability what the server promises before it acknowledges
 * @param replace whether a flush replaces documents; else it sets fields
 * @param target what must hold
 * @param members data-bearing members of a replica set
 * @param surviveMemberDown whether one may be lost
 * @param host limits of the server's host that a run can't tell; null for those unknown
 * @param price what a host costs; null if nobody asks
 */
@RecordBuilder
public record Design(
    String name,
    String question,
    double players,
    double accounts,
    double peakFactor,
    Growth growth,
    List<DocumentType> documents,
    Flush flush,
    Durability durability,
    boolean replace,
    Target target,
    int members,
    boolean surviveMemberDown,
    Host host,
    @Nullable Price price)
    implements DesignBuilder.With {

  /**
   * @param perMonth for instance 0.03
   * @param months how far ahead the plan looks
   */
  public record Growth(double perMonth, int months) {
    /** How many times as many players there are then. */
    double factor() {
      return Math.pow(1 + perMonth, months);
    }
  }

  /**
   * One document per player.
   *
   * @param name what it is
   * @param updatesPerMinute changes of it in memory, per player
   * @param fields fields that one flush writes
   * @param updateBytes BSON bytes of one update statement or replacement
   * @param storedBytes bytes of the stored document
   * @param sample the user's own documents that are played, as {@link
   *     dev.weir.study.DocumentKind#written} gives them; null for made-up fields of that size
   */
  public record DocumentType(
      String name,
      double updatesPerMinute,
      double fields,
      double updateBytes,
      double storedBytes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String sample) {
    /** Of made-up fields. */
    public DocumentType(
        String name,
        double updatesPerMinute,
        double fields,
        double updateBytes,
        double storedBytes) {
      this(name, updatesPerMinute, fields, updateBytes, storedBytes, null);
    }

    DocumentType ofBytes(double factor) {
      // A sample has one size.
      return new DocumentType(
          name,
          updatesPerMinute,
          fields,
          updateBytes * factor,
          storedBytes,
          factor == 1 ? sample : null);
    }
  }

  /** Whether any of the documents are the user's own. */
  public boolean sampled() {
    return documents.stream().anyMatch(type -> type.sample() != null);
  }

  /** When dirty documents are flushed. */
  public enum Policy {
    /** Everybody's at once, every period. */
    TIMER("timer"),
    /** Every period too, but each player at a moment of his own. */
    STAGGERED("staggered"),
    /** Whenever a given number of documents is dirty. */
    COUNT("count");

    private final String yamlName;

    Policy(String yamlName) {
      this.yamlName = yamlName;
    }

    public String yamlName() {
      return yamlName;
    }
  }

  /**
   * @param policy what starts a flush
   * @param period seconds between two flushes of a document; for {@link Policy#COUNT} the longest
   * @param whenDirty dirty documents that start a flush; for {@link Policy#COUNT} only, else 0
   * @param batch documents in one bulkWrite, at most; 1 for single updates
   * @param linger seconds that a staggered flush waits for a batch to fill
   * @param threads that write the batches of each type of document
   */
  public record Flush(
      Policy policy, double period, int whenDirty, int batch, double linger, int threads) {
    /** Of each type, unless the plan names another number. */
    public static final int THREADS = 8;

    /** The period in words, "30 s". */
    public String every() {
      return (period == Math.rint(period)
              ? String.format(Locale.ROOT, "%.0f", period)
              : String.format(Locale.ROOT, "%.2f", period))
          + " s";
    }

    /** The same with another period. */
    public Flush every(double seconds) {
      return new Flush(policy, seconds, whenDirty, batch, Math.min(linger, seconds), threads);
    }

    /** The same in other batches. */
    public Flush ofBatch(int size) {
      return new Flush(policy, period, whenDirty, size, linger, threads);
    }
  }

  /**
   * @param p99Millis longest 99th percentile of a write, from due to acknowledged
   * @param headroom share of capacity that stays free at peak
   * @param oplogHours shortest oplog window
   */
  public record Target(double p99Millis, double headroom, double oplogHours) {}

  /**
   * @param oplogBytes size of the oplog
   * @param diskBytesPerSecond what the disk writes
   * @param diskIops requests it takes per second
   * @param networkBytesPerSecond what the network carries, one way
   */
  public record Host(
      @Nullable Double oplogBytes,
      @Nullable Double diskBytesPerSecond,
      @Nullable Double diskIops,
      @Nullable Double networkBytesPerSecond) {}

  /**
   * @param perHostMonth of one server host of the measured kind
   * @param currency its unit
   */
  public record Price(double perHostMonth, String currency) {}

  /** The same with this number of players; accounts are at least as many. */
  @Override
  public Design withPlayers(double number) {
    return with(design -> design.players(number).accounts(Math.max(accounts, number)));
  }

  /** Bytes of all accounts with their indexes, before compression. */
  public double storedBytes() {
    return accounts * StorageLoad.bytesPerAccount(this);
  }

  /** Documents per second after coalescing, as planned. */
  public double documentsPerSecond() {
    return FlushLoad.of(this).documentsPerSecond();
  }

  /** Seconds between two flushes of a document, as they come out of the policy. */
  public double flushSeconds() {
    return FlushLoad.of(this).period();
  }

  /** The same with updates of this factor of bytes, in as many fields. */
  public Design withUpdateBytes(double factor) {
    return withDocuments(documents.stream().map(type -> type.ofBytes(factor)).toList());
  }

  /** What one of several replica sets has to carry, players being spread evenly. */
  Design perSet(int sets) {
    Flush share =
        new Flush(
            flush.policy(),
            flush.period(),
            (int) Math.ceil((double) flush.whenDirty() / sets),
            flush.batch(),
            flush.linger(),
            flush.threads());
    return scaled(1.0 / sets).withFlush(share);
  }

  /** At the end of the horizon. */
  Design grown() {
    return scaled(growth.factor());
  }

  private Design scaled(double factor) {
    return with(design -> design.players(players * factor).accounts(accounts * factor));
  }
}
