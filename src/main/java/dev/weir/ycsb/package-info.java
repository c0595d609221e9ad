/**
 * MongoDB bindings for YCSB on the project's writers: {@link dev.weir.ycsb.MongoSync} and {@link
 * dev.weir.ycsb.MongoReactive}. They take the properties of YCSB's own binding, batch updates as
 * well as inserts, and report every operation once, when the server has answered.
 */
@NullMarked
package dev.weir.ycsb;

import org.jspecify.annotations.NullMarked;
