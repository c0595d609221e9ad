/** The writers: one interface over the sync driver, virtual threads and the reactive driver. */
@NullMarked
package dev.weir.driver;

import org.jspecify.annotations.NullMarked;
