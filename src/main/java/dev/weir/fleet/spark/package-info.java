/** The only place that knows Apache Spark: starts a fleet's workers and nothing else. */
@NullMarked
package dev.weir.fleet.spark;

import org.jspecify.annotations.NullMarked;
