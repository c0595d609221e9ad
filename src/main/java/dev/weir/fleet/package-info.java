/** Many load machines: workers on any engine, one protocol, one coordinator. */
@NullMarked
package dev.weir.fleet;

import org.jspecify.annotations.NullMarked;
