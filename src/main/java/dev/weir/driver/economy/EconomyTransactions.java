package dev.weir.driver.economy;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.setOnInsert;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import dev.weir.workload.economy.EconomyOperation;
import dev.weir.workload.economy.EconomySize;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * What the operations of the economy read and write. Who and what is drawn once, before retries.
 */
final class EconomyTransactions {
  private static final int MAILS_PER_DELIVERY = 10;
  private static final int MAILS_LOOKED_AT = 20;
  private static final long NEARLY_SOLD_OUT = 20;

  private final EconomySize size;
  private final SplittableRandom random;
  private final MongoCollection<Document> players;
  private final MongoCollection<Document> shops;
  private final MongoCollection<Document> stock;
  private final MongoCollection<Document> bags;
  private final MongoCollection<Document> mail;
  private final MongoCollection<Document> ledger;

  /** The statements of one operation; run again for each attempt. */
  @FunctionalInterface
  interface Body {
    void run(ClientSession session);
  }

  /** The rules of the game forbid the operation. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  EconomyTransactions(MongoDatabase database, EconomySize size, SplittableRandom random) {
    this.size = size;
    this.random = random;
    this.players = database.getCollection(EconomyStore.PLAYERS);
    this.shops = database.getCollection(EconomyStore.SHOPS);
    this.stock = database.getCollection(EconomyStore.STOCK);
    this.bags = database.getCollection(EconomyStore.BAGS);
    this.mail = database.getCollection(EconomyStore.MAIL);
    this.ledger = database.getCollection(EconomyStore.LEDGER);
  }

  Body next(EconomyOperation operation, String id) {
    int player = random.nextInt(size.players());
    int shop = random.nextInt(size.shops());
    return switch (operation) {
      case PURCHASE -> {
        int item = size.stockKey(shop, random.nextInt(size.items()));
        long quantity = 1L + random.nextInt(EconomySize.MOST_BOUGHT);
        yield session -> purchase(session, id, player, shop, item, quantity);
      }
      case PAYMENT -> {
        long gold = 1L + random.nextInt(EconomySize.MOST_PAID);
        yield session -> payment(session, id, player, shop, gold);
      }
      case MAIL_DELIVERY -> session -> deliver(session, id, shop);
      case ROLE_STATUS -> session -> roleStatus(session, player);
      case STOCK_LEVEL -> session -> stockLevel(session, shop);
    };
  }

  private void purchase(
      ClientSession session, String id, int player, int shop, int item, long quantity) {
    long cost = quantity * EconomySize.PRICE;
    take(session, players, player, "gold", cost);
    take(session, stock, item, "quantity", quantity);
    shops.updateOne(session, eq("_id", shop), inc("gold", cost));
    Document parcel =
        new Document("_id", id)
            .append("shop", shop)
            .append("player", player)
            .append("item", item)
            .append("quantity", quantity);
    mail.insertOne(session, parcel);
    Document entry =
        entry(id, EconomyOperation.PURCHASE)
            .append("player", player)
            .append("shop", shop)
            .append("playerGold", -cost)
            .append("shopGold", cost)
            .append("item", item)
            .append("quantity", quantity);
    ledger.insertOne(session, entry);
  }

  private void payment(ClientSession session, String id, int player, int shop, long gold) {
    take(session, shops, shop, "gold", gold);
    players.updateOne(session, eq("_id", player), inc("gold", gold));
    Document entry =
        entry(id, EconomyOperation.PAYMENT)
            .append("player", player)
            .append("shop", shop)
            .append("playerGold", gold)
            .append("shopGold", -gold);
    ledger.insertOne(session, entry);
  }

  private void deliver(ClientSession session, String id, int shop) {
    List<Document> parcels =
        mail.find(session, eq("shop", shop)).limit(MAILS_PER_DELIVERY).into(new ArrayList<>());
    if (parcels.isEmpty()) {
      throw new Refused("no mail");
    }
    List<Document> delivered = new ArrayList<>();
    for (Document parcel : parcels) {
      if (mail.deleteOne(session, eq("_id", parcel.get("_id"))).getDeletedCount() != 1) {
        throw new IllegalStateException("a mail read in this transaction is gone in it");
      }
      int player = parcel.getInteger("player");
      int item = parcel.getInteger("item");
      long quantity = parcel.getLong("quantity");
      bags.updateOne(
          session,
          eq("_id", player + ":" + item),
          combine(
              inc("quantity", quantity), setOnInsert("player", player), setOnInsert("item", item)),
          new UpdateOptions().upsert(true));
      delivered.add(new Document("mail", parcel.get("_id")).append("quantity", quantity));
    }
    Document entry =
        entry(id, EconomyOperation.MAIL_DELIVERY).append("shop", shop).append("mails", delivered);
    ledger.insertOne(session, entry);
  }

  private void roleStatus(ClientSession session, int player) {
    if (players.find(session, eq("_id", player)).first() == null) {
      throw new IllegalStateException("player " + player + " is gone");
    }
    bags.find(session, eq("player", player)).limit(MAILS_LOOKED_AT).into(new ArrayList<>());
    mail.find(session, eq("player", player)).limit(1).first();
  }

  private void stockLevel(ClientSession session, int shop) {
    List<Object> items = new ArrayList<>();
    mail.find(session, eq("shop", shop))
        .limit(MAILS_LOOKED_AT)
        .forEach(parcel -> items.add(parcel.get("item")));
    stock.countDocuments(session, and(in("_id", items), lt("quantity", NEARLY_SOLD_OUT)));
  }

  private static void take(
      ClientSession session, MongoCollection<Document> from, int key, String what, long amount) {
    Bson enough = and(eq("_id", key), gte(what, amount));
    if (from.updateOne(session, enough, inc(what, -amount)).getMatchedCount() == 0) {
      throw new Refused("not enough " + what);
    }
  }

  private static Document entry(String id, EconomyOperation operation) {
    return new Document("_id", id).append("type", operation.title());
  }
}
