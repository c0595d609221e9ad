/** What people read: console tables and summaries, derived from run records. */
@NullMarked
package dev.weir.report;

import org.jspecify.annotations.NullMarked;
