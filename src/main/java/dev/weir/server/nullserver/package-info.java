/**
 * A server that speaks MongoDB's wire protocol and acknowledges writes without doing any work, to
 * bound what a client alone can do. It is not MongoDB, and says so wherever it is asked.
 */
@NullMarked
package dev.weir.server.nullserver;

import org.jspecify.annotations.NullMarked;
