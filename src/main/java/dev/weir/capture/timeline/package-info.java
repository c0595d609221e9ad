/** Readers of everything the samplers wrote, and the one timeline made of it. */
@NullMarked
package dev.weir.capture.timeline;

import org.jspecify.annotations.NullMarked;
