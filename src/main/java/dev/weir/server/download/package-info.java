/** Where a mongod comes from that the host lacks. */
@NullMarked
package dev.weir.server.download;

import org.jspecify.annotations.NullMarked;
