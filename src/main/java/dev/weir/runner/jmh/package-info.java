/** JMH as the harness of a study: each cell of each round is a fork of its own. */
@NullMarked
package dev.weir.runner.jmh;

import org.jspecify.annotations.NullMarked;
