package dev.weir.record;

/**
 * {@code turns.json}: this run and another one were measured by turns, round by round and cell by
 * cell, so that their rounds may be paired.
 *
 * @param id the same in both runs
 * @param side which of the two this is, {@code a} or {@code b}
 * @param other name of the other run's folder
 */
public record TurnsRecord(String id, String side, String other) {}
