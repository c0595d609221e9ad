/** Offered loads, rate searches and the economy of the command load. */
@NullMarked
package dev.weir.runner.load;

import org.jspecify.annotations.NullMarked;
