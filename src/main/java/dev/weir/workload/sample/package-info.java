/** Documents that look like those of a sample, made from a seed. */
@NullMarked
package dev.weir.workload.sample;

import org.jspecify.annotations.NullMarked;
