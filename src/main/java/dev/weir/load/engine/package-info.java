/** Lanes, the feeds that say which call comes next, and the loop that runs them. */
@NullMarked
package dev.weir.load.engine;

import org.jspecify.annotations.NullMarked;
