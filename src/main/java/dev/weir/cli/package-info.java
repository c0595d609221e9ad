/** The command line, and the only place where everything is wired together. */
@NullMarked
package dev.weir.cli;

import org.jspecify.annotations.NullMarked;
