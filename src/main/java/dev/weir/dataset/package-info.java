/** The documents under test: loaded, and put back to their first state. */
@NullMarked
package dev.weir.dataset;

import org.jspecify.annotations.NullMarked;
