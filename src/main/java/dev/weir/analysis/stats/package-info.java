/** Intervals, ratios, laws and tests; pure functions of numbers and records. */
@NullMarked
package dev.weir.analysis.stats;

import org.jspecify.annotations.NullMarked;
