/** What a study asks: its factors, its cells and the order in which they are measured. */
@NullMarked
package dev.weir.study;

import org.jspecify.annotations.NullMarked;
