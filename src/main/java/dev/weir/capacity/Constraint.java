package dev.weir.capacity;

/**
 * One limit of a replica set and how near it the design comes at peak.
 *
 * @param name what is limited
 * @param used share that one set would need for the whole design: 2.5 asks for three sets at least
 * @param basis where that comes from
 */
public record Constraint(String name, double used, Figure.Basis basis) {}
