package dev.weir.games;

import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * A game with players whose documents change by chance and are saved by a policy. It counts what it
 * does, and when.
 */
public final class SyntheticGame {
  /** When changed documents are saved. */
  public enum Policy {
    /** Each change at once. */
    THROUGH,
    /** Each player's every period, all over it. */
    STAGGERED,
    /** Everybody's at the begin of each period. */
    TIMER
  }

  /**
   * The saves of one type of document.
   *
   * @param collection where
   * @param players each with one document
   * @param perMinute changes of one document in memory
   * @param period seconds between two saves of a document; 0 for {@link Policy#THROUGH}
   * @param batch documents in a bulkWrite, at most; 1 for single updates
   * @param change what changes
   * @param inTransactions whether two documents are saved in each transaction
   */
  public record Saves(
      String collection,
      int players,
      double perMinute,
      Policy policy,
      double period,
      int batch,
      Change change,
      boolean inTransactions) {}

  private static final double TICK = 0.5;

  /** Marks begin and end of the game among the database's writes. */
  public static final String MARK = "mark";

  private final String name;
  private final List<Saves> saves;
  private final double mailPerMinute;
  private final MongoClient client;
  private final Pace pace;
  private final SplittableRandom random;
  private final List<Saved> saved = new ArrayList<>();
  private final Saved mail = new Saved("mail");
  private final List<Double> written = new ArrayList<>();
  private final List<long[]> versions = new ArrayList<>();
  private long mails;
  private long deletedMails;

  /**
   * @param name of the game and its database
   * @param mailPerMinute letters that are inserted, ten at a time; half as many are deleted
   */
  public SyntheticGame(
      String name,
      List<Saves> saves,
      double mailPerMinute,
      MongoClient client,
      Pace pace,
      long seed) {
    this.name = name;
    this.saves = saves;
    this.mailPerMinute = mailPerMinute;
    this.client = client;
    this.pace = pace;
    this.random = new SplittableRandom(seed);
    for (Saves each : saves) {
      saved.add(new Saved(each.collection()));
      versions.add(new long[each.players()]);
    }
  }

  public String name() {
    return name;
  }

  public List<Saves> saves() {
    return saves;
  }

  public List<Saved> saved() {
    return saved;
  }

  public Saved mail() {
    return mail;
  }

  /** When each document or transaction was written, in seconds, in the order of writing. */
  public List<Double> written() {
    return written;
  }

  /** Creates the players. */
  public void create() {
    for (Saves each : saves) {
      collection(each.collection()).drop();
      List<BsonDocument> all = new ArrayList<>();
      for (int key = 0; key < each.players(); key++) {
        BsonDocument document = new BsonDocument("_id", new BsonInt64(key));
        document.putAll(Change.whole(0));
        all.add(document);
      }
      collection(each.collection()).insertMany(all);
    }
    collection("mail").drop();
    mark("created");
  }

  /** Plays for that number of seconds. */
  public void play(double seconds) {
    mark("begin");
    for (int tick = 0; tick * TICK < seconds; tick++) {
      for (int i = 0; i < saves.size(); i++) {
        save(i, tick);
      }
      pace.until(tick * TICK);
      post();
    }
    pace.until(seconds);
    mark("end");
  }

  private void save(int type, int tick) {
    Saves each = saves.get(type);
    double from = tick * TICK;
    List<Integer> due = new ArrayList<>();
    if (each.policy() == Policy.THROUGH) {
      int changes = poisson(each.players() * each.perMinute() / 60 * TICK);
      saved.get(type).changed(changes);
      for (int i = 0; i < changes; i++) {
        due.add(random.nextInt(each.players()));
      }
    } else {
      int ticks = (int) Math.round(each.period() / TICK);
      for (int key = 0; key < each.players(); key++) {
        int phase = each.policy() == Policy.TIMER ? 0 : key % ticks;
        if (tick % ticks == phase) {
          int changes = poisson(each.perMinute() / 60 * each.period());
          saved.get(type).changed(changes);
          if (changes > 0) {
            due.add(key);
          }
        }
      }
    }
    pace.until(from);
    int size = each.inTransactions() ? 2 : each.batch();
    for (int i = 0; i < due.size(); i += size) {
      List<Integer> batch = due.subList(i, Math.min(due.size(), i + size));
      if (each.policy() == Policy.THROUGH) {
        pace.until(from + TICK * i / due.size());
      }
      write(type, batch);
    }
  }

  private void write(int type, List<Integer> keys) {
    Saves each = saves.get(type);
    MongoCollection<BsonDocument> collection = collection(each.collection());
    List<WriteModel<BsonDocument>> models = new ArrayList<>();
    double now = pace.now();
    for (int key : keys) {
      long version = ++versions.get(type)[key];
      BsonDocument update = each.change().update(version);
      BsonDocument filter = new BsonDocument("_id", new BsonInt64(key));
      int bytes = size(update);
      if (each.change().replaces()) {
        BsonDocument whole = new BsonDocument("_id", new BsonInt64(key));
        whole.putAll(update);
        bytes = size(whole);
        models.add(new ReplaceOneModel<>(filter, whole));
      } else {
        models.add(new UpdateOneModel<>(filter, update));
      }
      saved.get(type).update(now, key, each.change().fields(version), bytes);
    }
    if (each.inTransactions()) {
      written.add(now);
      try (ClientSession session = client.startSession()) {
        session.startTransaction();
        collection.bulkWrite(session, models);
        session.commitTransaction();
      }
    } else {
      keys.forEach(key -> written.add(now));
      collection.bulkWrite(models, new BulkWriteOptions().ordered(false));
    }
    saved.get(type).call();
  }

  private void post() {
    int letters = poisson(mailPerMinute / 60 * TICK / 10) * 10;
    if (letters == 0) {
      return;
    }
    double now = pace.now();
    List<BsonDocument> all = new ArrayList<>();
    for (int i = 0; i < letters; i++) {
      all.add(
          new BsonDocument("_id", new BsonInt64(mails++))
              .append("text", new BsonString("Hail " + mails)));
      written.add(now);
    }
    collection("mail").insertMany(all);
    mail.inserted(letters);
    for (int i = 0; i < letters / 2; i++) {
      collection("mail").deleteOne(new BsonDocument("_id", new BsonInt64(deletedMails++)));
      written.add(now);
    }
    mail.deleted(letters / 2);
  }

  private void mark(String what) {
    collection(MARK).insertOne(new BsonDocument("what", new BsonString(what)));
  }

  private MongoCollection<BsonDocument> collection(String of) {
    MongoNamespace namespace = new MongoNamespace(name, of);
    return client
        .getDatabase(namespace.getDatabaseName())
        .getCollection(namespace.getCollectionName(), BsonDocument.class);
  }

  private static int size(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
  }

  /** Knuth's way, in parts of 30 so that nothing underflows. */
  private int poisson(double mean) {
    int number = 0;
    for (double left = mean; left > 0; left -= 30) {
      double limit = Math.exp(-Math.min(left, 30));
      double product = random.nextDouble();
      while (product > limit) {
        number++;
        product *= random.nextDouble();
      }
    }
    return number;
  }
}
