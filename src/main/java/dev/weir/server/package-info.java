/** The server under test: found or started, its topology, facts, reset and safe removal. */
@NullMarked
package dev.weir.server;

import org.jspecify.annotations.NullMarked;
