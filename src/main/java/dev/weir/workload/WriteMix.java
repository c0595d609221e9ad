package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.WriteKind;

/**
 * Which kind of write comes next: every kind at its weight, exactly, and as evenly as can be, by
 * smooth weighted round-robin (each kind gains its weight, the heaviest is taken and pays the sum).
 * Not random, so that inserts and deletes of the same weight keep a collection's size to within one
 * document.
 */
final class WriteMix {
  /** One write. */
  enum One {
    UPDATE,
    INSERT,
    UPSERT,
    REPLACE,
    DELETE
  }

  private static final One[] ALL = One.values();
  private static final int WHOLE = 100;

  /** Lanes begin at different places, so that they don't all make the same write at once. */
  private static final int STEPS_APART = 7;

  private final int[] weights;
  private final int[] gained = new int[ALL.length];
  private final One only;
  private final boolean mixed;
  private final int upsertInserts;
  private final int unchanged;
  private int upsertsGained;
  private int unchangedGained;

  WriteMix(WriteKind kind, int unchangedPercent, int lane) {
    this.weights =
        new int[] {kind.update(), kind.insert(), kind.upsert(), kind.replace(), kind.delete()};
    this.mixed = kind.mixed();
    this.upsertInserts = kind.upsertInserts();
    this.unchanged = unchangedPercent;
    this.only = ALL[heaviest(weights)];
    for (int i = 0; mixed && i < lane * STEPS_APART % WHOLE; i++) {
      next();
    }
  }

  static WriteMix of(Cell cell, int lane) {
    return new WriteMix(cell.write(), cell.get(Factor.UNCHANGED), lane);
  }

  /** The next write. */
  One next() {
    if (!mixed) {
      return only;
    }
    for (int i = 0; i < gained.length; i++) {
      gained[i] += weights[i];
    }
    int taken = heaviest(gained);
    gained[taken] -= WHOLE;
    return ALL[taken];
  }

  /** Whether the next upsert finds no document. */
  boolean upsertInserts() {
    upsertsGained += upsertInserts;
    if (upsertsGained < WHOLE) {
      return false;
    }
    upsertsGained -= WHOLE;
    return true;
  }

  /** Whether the next save changes nothing. */
  boolean unchanged() {
    unchangedGained += unchanged;
    if (unchangedGained < WHOLE) {
      return false;
    }
    unchangedGained -= WHOLE;
    return true;
  }

  private static int heaviest(int[] of) {
    int heaviest = 0;
    for (int i = 1; i < of.length; i++) {
      if (of[i] > of[heaviest]) {
        heaviest = i;
      }
    }
    return heaviest;
  }
}
