package dev.weir.server.nullserver;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the server has seen since its start; complete for every write it has acknowledged. */
final class Counters {
  final LongAdder inserted = new LongAdder();
  final LongAdder updated = new LongAdder();
  final LongAdder deleted = new LongAdder();
  final LongAdder queries = new LongAdder();
  final LongAdder commands = new LongAdder();
  final LongAdder requests = new LongAdder();
  final LongAdder bytesIn = new LongAdder();
  final LongAdder bytesOut = new LongAdder();
  final AtomicInteger connections = new AtomicInteger();
  final AtomicInteger connectionsCreated = new AtomicInteger();
}
