package dev.weir.capacity;

/**
 * A cell that was loaded for minutes.
 *
 * @param cell what it showed
 * @param pausing whether its calls paused, so that the server had time; else it was saturated as
 *     far as so many calls in flight do that
 * @param p99Millis 99th percentile of the time of its calls, 0 without a histogram
 */
public record SustainedCell(Observation cell, boolean pausing, double p99Millis) {}
