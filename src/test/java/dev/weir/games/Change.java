package dev.weir.games;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** How the games change a document. Every change makes it another one. */
public enum Change {
  /** Eight numbers and texts at the top. */
  FLAT {
    @Override
    BsonDocument update(long version) {
      BsonDocument set = new BsonDocument();
      for (int i = 0; i < 4; i++) {
        set.append("number" + i, new BsonInt64(version + i));
        set.append("text" + i, text(version, 24));
      }
      return new BsonDocument("$set", set);
    }

    @Override
    int fields(long version) {
      return 8;
    }
  },
  /** Fields inside of documents, by their paths. */
  NESTED {
    @Override
    BsonDocument update(long version) {
      return new BsonDocument(
          "$set",
          new BsonDocument("stats.gold", new BsonInt64(version))
              .append("stats.battle.wins", new BsonInt32((int) version))
              .append("stats.battle.title", text(version, 12))
              .append("place.x", new BsonDouble(version * 0.5))
              .append("lastSeen", new BsonInt64(version)));
    }

    @Override
    int fields(long version) {
      return 5;
    }
  },
  /** Slots of an array, in part and as a whole. */
  ARRAYS {
    @Override
    BsonDocument update(long version) {
      return new BsonDocument(
          "$set",
          new BsonDocument("bag.3.count", new BsonInt64(version))
              .append(
                  "bag.7",
                  new BsonDocument("item", text(version, 40)).append("count", new BsonInt64(1)))
              .append("bag.12.item", text(version, 40)));
    }

    @Override
    int fields(long version) {
      return 3;
    }
  },
  /** A log that grows, and a counter. */
  PUSH {
    @Override
    BsonDocument update(long version) {
      return new BsonDocument(
              "$push",
              new BsonDocument(
                  "log",
                  new BsonDocument("at", new BsonInt64(version))
                      .append("what", text(version, 200))))
          .append("$inc", new BsonDocument("stats.gold", new BsonInt64(3)));
    }

    @Override
    int fields(long version) {
      return 2;
    }
  },
  /** A field that comes and goes. */
  SET_AND_UNSET {
    @Override
    BsonDocument update(long version) {
      BsonDocument set =
          new BsonDocument("number1", new BsonInt64(version)).append("text1", text(version, 60));
      if (version % 2 == 0) {
        return new BsonDocument("$set", set.append("stats.buff", text(version, 30)));
      }
      return new BsonDocument("$set", set)
          .append("$unset", new BsonDocument("stats.buff", new BsonString("")));
    }

    @Override
    int fields(long version) {
      return 3;
    }
  },
  /** The whole document anew. */
  REPLACE {
    @Override
    BsonDocument update(long version) {
      return whole(version);
    }

    @Override
    int fields(long version) {
      return whole(version).size();
    }

    @Override
    boolean replaces() {
      return true;
    }
  };

  /** The update document, or the replacement without {@code _id}. */
  abstract BsonDocument update(long version);

  abstract int fields(long version);

  boolean replaces() {
    return false;
  }

  /** A whole document without {@code _id}. */
  static BsonDocument whole(long version) {
    BsonArray bag = new BsonArray();
    for (int i = 0; i < 16; i++) {
      bag.add(new BsonDocument("item", text(version, 10)).append("count", new BsonInt64(i)));
    }
    BsonDocument document = new BsonDocument("lastSeen", new BsonInt64(version));
    for (int i = 0; i < 4; i++) {
      document.append("number" + i, new BsonInt64(version));
      document.append("text" + i, text(version, 20));
    }
    return document
        .append(
            "stats",
            new BsonDocument("gold", new BsonInt64(version))
                .append("buff", new BsonString("none"))
                .append(
                    "battle",
                    new BsonDocument("wins", new BsonInt32(0)).append("title", text(version, 8))))
        .append("place", new BsonDocument("x", new BsonDouble(0)))
        .append("log", new BsonArray())
        .append("bag", bag);
  }

  private static BsonString text(long version, int length) {
    StringBuilder text = new StringBuilder(Long.toString(version));
    while (text.length() < length) {
      text.append((char) ('a' + text.length() % 26));
    }
    return new BsonString(text.substring(0, Math.max(length, 1)));
  }
}
