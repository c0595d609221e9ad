/** What somebody claims, and the verdict of a run on it. */
@NullMarked
package dev.weir.analysis.claims;

import org.jspecify.annotations.NullMarked;
