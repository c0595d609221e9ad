/** What to look at on a host before believing its figures. Reads only; changes nothing. */
@NullMarked
package dev.weir.capture.doctor;

import org.jspecify.annotations.NullMarked;
