package dev.weir.report;

import dev.weir.record.Percentiles;

/**
 * Response times of a cell, from the intended send to the answer, all valid trials together.
 *
 * @param cell id
 * @param operation which of several that the cell does, empty if it does one only
 * @param micros with their intervals
 */
public record ResponseTimes(String cell, String operation, Percentiles micros) {}
