/** Two sides that take turns. */
@NullMarked
package dev.weir.runner.versus;

import org.jspecify.annotations.NullMarked;
