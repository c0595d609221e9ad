/** Samplers of the server and the host, started before the first trial, on one clock. */
@NullMarked
package dev.weir.capture;

import org.jspecify.annotations.NullMarked;
