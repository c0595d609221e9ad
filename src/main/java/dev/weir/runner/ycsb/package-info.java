/** YCSB's own client, measured inside a run. */
@NullMarked
package dev.weir.runner.ycsb;

import org.jspecify.annotations.NullMarked;
