/** The game economy: its operations in TPC-C's weights and pacing, and the size of its world. */
@NullMarked
package dev.weir.workload.economy;

import org.jspecify.annotations.NullMarked;
