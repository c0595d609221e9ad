/** Trials in a load process: settling, the measured span, its watch, and whether it counts. */
@NullMarked
package dev.weir.load.trial;

import org.jspecify.annotations.NullMarked;
