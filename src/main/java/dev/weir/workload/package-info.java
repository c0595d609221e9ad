/** Role documents and the statements that update them, deterministic from a seed. */
@NullMarked
package dev.weir.workload;

import org.jspecify.annotations.NullMarked;
