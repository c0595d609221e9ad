/** What an oplog tells of the writes of a game: pure functions of its entries. */
@NullMarked
package dev.weir.capacity.oplog;

import org.jspecify.annotations.NullMarked;
