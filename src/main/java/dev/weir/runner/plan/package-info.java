/** A capacity plan at work. */
@NullMarked
package dev.weir.runner.plan;

import org.jspecify.annotations.NullMarked;
