/** Pictures as static SVG. */
@NullMarked
package dev.weir.report.html.picture;

import org.jspecify.annotations.NullMarked;
