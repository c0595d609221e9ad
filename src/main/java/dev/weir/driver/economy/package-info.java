/** The game economy's operations as transactions, retried and resolved by the driver's rules. */
@NullMarked
package dev.weir.driver.economy;

import org.jspecify.annotations.NullMarked;
