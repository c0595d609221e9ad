package dev.weir.capacity.oplog;

import dev.weir.fuzz.FuzzTarget;
import java.time.Instant;
import java.util.List;
import org.bson.BsonInvalidOperationException;
import org.bson.RawBsonDocument;

/** Entries of an oplog of any server. */
public final class OplogFuzz {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private OplogFuzz() {}

  /** What is no JSON is no entry; what is JSON must be counted, in whatever way. */
  public static FuzzTarget entry() {
    return new FuzzTarget(
        "oplogEntry",
        OplogFuzz::read,
        BsonInvalidOperationException.class,
        List.of(
            """
            {op: "u", ns: "g.r", o: {$v: 2, diff: {u: {a: 1}, sbag: {a: true, u3: {n: 1}, s12: {u: {n: 2}}}}},
             o2: {_id: 7}, wall: {$date: "2026-01-01T00:00:01.250Z"}, lsid: {id: 1}, txnNumber: 3}
            """,
            """
            {op: "c", ns: "admin.$cmd", o: {applyOps: [{op: "i", ns: "g.r", o: {_id: 1, a: 1}},
             {op: "d", ns: "g.r", o: {_id: 1}}], prepare: true}, wall: {$date: "2026-01-01T00:00:01Z"}}
            """));
  }

  private static void read(String json) {
    RawBsonDocument entry;
    try {
      entry = RawBsonDocument.parse(json);
    } catch (RuntimeException e) { // the parser has a dozen ways to say no
      return;
    }
    OplogStatistics statistics = new OplogStatistics(BEGIN, BEGIN.plusSeconds(60));
    statistics.add(entry);
    statistics.summary();
  }
}
