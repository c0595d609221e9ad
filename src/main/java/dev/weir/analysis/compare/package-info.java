/** Runs and clients beside each other. */
@NullMarked
package dev.weir.analysis.compare;

import org.jspecify.annotations.NullMarked;
