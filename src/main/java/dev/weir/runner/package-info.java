/** Runs a study: rounds on fresh JVMs, the trial journal, precision and time budget. */
@NullMarked
package dev.weir.runner;

import org.jspecify.annotations.NullMarked;
