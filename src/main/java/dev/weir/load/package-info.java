/** Load generation: closed loop, warm-up until steady, latency recording, validity counts. */
@NullMarked
package dev.weir.load;

import org.jspecify.annotations.NullMarked;
