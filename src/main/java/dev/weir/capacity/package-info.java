/** The capacity plan: a model fitted on measured cells, and what follows from it for a design. */
@NullMarked
package dev.weir.capacity;

import org.jspecify.annotations.NullMarked;
