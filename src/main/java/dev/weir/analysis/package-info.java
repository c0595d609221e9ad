/** Pure functions over run records: intervals, comparisons, laws, verdicts. */
@NullMarked
package dev.weir.analysis;

import org.jspecify.annotations.NullMarked;
