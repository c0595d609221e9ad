package dev.weir.dataset.economy;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.weir.server.ServerException;
import dev.weir.workload.economy.EconomyOperation;
import dev.weir.workload.economy.EconomySize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Whether the economy is whole after it was played: no gold and no item made or lost, every balance
 * what the ledger says, and the ledger what the workers were answered.
 */
public final class EconomyAudit {
  private static final int MOST_NAMED = 3;

  private final MongoDatabase database;
  private final EconomySize size;

  /**
   * @param gold all gold found
   * @param items all items found
   * @param entries of the ledger by type
   * @param problems each in a line; none if the economy is whole
   */
  public record Finding(long gold, long items, Map<String, Long> entries, List<String> problems) {}

  public EconomyAudit(MongoClient client, String database, EconomySize size) {
    this.database = client.getDatabase(database);
    this.size = size;
  }

  /**
   * Looks. All workers must have ended.
   *
   * @param committed operations that the workers know to have happened, by type
   * @param unresolved operations that may have happened, by type
   * @param voided operations that the workers made impossible in the ledger
   * @throws ServerException if the server is lost
   */
  public Finding run(Map<String, Long> committed, Map<String, Long> unresolved, long voided)
      throws ServerException {
    try {
      return look(committed, unresolved, voided);
    } catch (MongoException e) {
      throw new ServerException("the audit could not read: " + e.getMessage());
    }
  }

  private Finding look(Map<String, Long> committed, Map<String, Long> unresolved, long voided) {
    List<String> problems = new ArrayList<>();
    Map<Integer, Long> players = values("players", "gold");
    Map<Integer, Long> shops = values("shops", "gold");
    Map<Integer, Long> stock = values("stock", "quantity");
    long mailed = sum("mail", "quantity");
    long bagged = sum("bags", "quantity");
    long gold = total(players) + total(shops);
    long items = total(stock) + mailed + bagged;
    differ("gold", size.gold(), gold, problems);
    differ("items", size.allItems(), items, problems);
    balances(
        "player", players, EconomySize.PLAYER_GOLD, ledger("player", "playerGold"), 1, problems);
    balances("shop", shops, EconomySize.SHOP_GOLD, ledger("shop", "shopGold"), 1, problems);
    balances("stock of item", stock, EconomySize.STOCK, ledger("item", "quantity"), -1, problems);
    long bought = total(ledger("item", "quantity"));
    long delivered = delivered();
    differ("items in bags against deliveries in the ledger", delivered, bagged, problems);
    differ("items in the mail against the ledger", bought - delivered, mailed, problems);
    Map<String, Long> entries = entries();
    entries(entries, committed, unresolved, voided, problems);
    return new Finding(gold, items, entries, problems);
  }

  private static void differ(String what, long expected, long found, List<String> problems) {
    if (expected != found) {
      problems.add(
          what
              + ": "
              + expected
              + " expected, "
              + found
              + " found, "
              + (found - expected)
              + " off");
    }
  }

  private static void balances(
      String what,
      Map<Integer, Long> found,
      long initial,
      Map<Integer, Long> changes,
      int sign,
      List<String> problems) {
    int wrong = 0;
    for (Map.Entry<Integer, Long> one : found.entrySet()) {
      long expected = initial + sign * changes.getOrDefault(one.getKey(), 0L);
      if (expected != one.getValue() && wrong++ < MOST_NAMED) {
        differ(what + " " + one.getKey(), expected, one.getValue(), problems);
      }
    }
    if (wrong > MOST_NAMED) {
      problems.add("and " + (wrong - MOST_NAMED) + " more of the kind: " + what);
    }
  }

  private static void entries(
      Map<String, Long> entries,
      Map<String, Long> committed,
      Map<String, Long> unresolved,
      long voided,
      List<String> problems) {
    for (EconomyOperation operation :
        List.of(
            EconomyOperation.PURCHASE, EconomyOperation.PAYMENT, EconomyOperation.MAIL_DELIVERY)) {
      String type = operation.title();
      long found = entries.getOrDefault(type, 0L);
      long sure = committed.getOrDefault(type, 0L);
      long perhaps = unresolved.getOrDefault(type, 0L);
      if (found < sure) {
        problems.add(type + ": " + (sure - found) + " of " + sure + " acknowledged were lost");
      } else if (found > sure + perhaps) {
        problems.add(
            type + ": " + (found - sure - perhaps) + " happened that nobody had an answer of");
      }
    }
    if (entries.getOrDefault("void", 0L) < voided) {
      problems.add("void entries: " + voided + " expected, " + entries.get("void") + " found");
    }
  }

  private MongoCollection<Document> collection(String name) {
    return database
        .getCollection(name)
        .withReadPreference(ReadPreference.primary())
        .withReadConcern(ReadConcern.MAJORITY);
  }

  private Map<Integer, Long> values(String name, String field) {
    Map<Integer, Long> values = new HashMap<>();
    collection(name).find().forEach(d -> values.put(d.getInteger("_id"), number(d.get(field))));
    return values;
  }

  private Map<Integer, Long> ledger(String key, String field) {
    Map<Integer, Long> sums = new HashMap<>();
    List<Bson> pipeline =
        List.of(
            new Document("$match", new Document(field, new Document("$exists", true))),
            new Document(
                "$group",
                new Document("_id", "$" + key).append("sum", new Document("$sum", "$" + field))));
    collection("ledger")
        .aggregate(pipeline)
        .allowDiskUse(true)
        .forEach(d -> sums.put(d.getInteger("_id"), number(d.get("sum"))));
    return sums;
  }

  private long sum(String name, String field) {
    Document sum = collection(name).aggregate(List.of(grouped(field))).first();
    return sum == null ? 0 : number(sum.get("sum"));
  }

  private long delivered() {
    Document sum =
        collection("ledger")
            .aggregate(List.of(new Document("$unwind", "$mails"), grouped("mails.quantity")))
            .first();
    return sum == null ? 0 : number(sum.get("sum"));
  }

  private static Document grouped(String field) {
    Document sum = new Document("$sum", "$" + field);
    return new Document("$group", new Document("_id", null).append("sum", sum));
  }

  private Map<String, Long> entries() {
    Map<String, Long> entries = new LinkedHashMap<>();
    Document count = new Document("$sum", 1L);
    collection("ledger")
        .aggregate(
            List.of(
                new Document("$group", new Document("_id", "$type").append("n", count)),
                new Document("$sort", new Document("_id", 1))))
        .forEach(d -> entries.put(d.getString("_id"), number(d.get("n"))));
    return entries;
  }

  private static long total(Map<Integer, Long> values) {
    return values.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A sum over nothing is 0; a field that is missing counts as that, and then differs. */
  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
