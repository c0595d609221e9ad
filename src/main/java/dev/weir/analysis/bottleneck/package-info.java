/** What held a cell back, with its evidence. */
@NullMarked
package dev.weir.analysis.bottleneck;

import org.jspecify.annotations.NullMarked;
