/** JMH benchmarks of the writers, and the self-check that holds Weir against bare driver loops. */
@NullMarked
package dev.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
