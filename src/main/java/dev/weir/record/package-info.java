/** The run record: everything written under a results folder, its schema, readers and writers. */
@NullMarked
package dev.weir.record;

import org.jspecify.annotations.NullMarked;
