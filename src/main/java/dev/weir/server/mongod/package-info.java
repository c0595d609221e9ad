/** Members that Weir starts as processes of this host. */
@NullMarked
package dev.weir.server.mongod;

import org.jspecify.annotations.NullMarked;
