/** The game economy's world: filled, and audited at the end. */
@NullMarked
package dev.weir.dataset.economy;

import org.jspecify.annotations.NullMarked;
