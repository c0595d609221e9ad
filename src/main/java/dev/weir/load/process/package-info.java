/**
 * Load processes: how they are started, what they are ordered, how several are one client's work.
 */
@NullMarked
package dev.weir.load.process;

import org.jspecify.annotations.NullMarked;
