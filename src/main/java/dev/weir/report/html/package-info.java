/** {@code report.html}: one run as one offline page, from its record alone. */
@NullMarked
package dev.weir.report.html;

import org.jspecify.annotations.NullMarked;
