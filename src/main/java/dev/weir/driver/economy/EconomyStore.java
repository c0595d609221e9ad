package dev.weir.driver.economy;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.weir.driver.economy.EconomyOutcome.Kind;
import dev.weir.workload.economy.EconomyOperation;
import dev.weir.workload.economy.EconomySize;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/**
 * Carries out operations of the economy, each under an id of its own that its transaction writes
 * into the ledger, so that it can happen once at most. Retries are the driver's ({@code
 * withTransaction}, MongoDB's Convenient API for Transactions specification): the whole transaction
 * on TransientTransactionError, the commit on UnknownTransactionCommitResult. A commit whose result
 * stays unknown is resolved by the ledger.
 */
public final class EconomyStore {
  /** Collections of the economy. */
  public static final String PLAYERS = "players";

  public static final String SHOPS = "shops";
  public static final String STOCK = "stock";
  public static final String BAGS = "bags";
  public static final String MAIL = "mail";
  public static final String LEDGER = "ledger";

  /** Entry of the ledger that keeps an operation from ever happening. */
  public static final String VOID = "void";

  private static final long FIRST_BACK_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_BACK_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int DUPLICATE_KEY = 11_000;
  private static final int MOST_RESOLVING = 5;
  private static final WriteConcern SAFE = WriteConcern.MAJORITY.withWTimeout(30, TimeUnit.SECONDS);
  private static final TransactionOptions OPTIONS =
      TransactionOptions.builder()
          .readPreference(ReadPreference.primary())
          .readConcern(ReadConcern.SNAPSHOT)
          .writeConcern(SAFE)
          .build();

  private final MongoClient client;
  private final MongoDatabase database;
  private final Faults faults;
  private final SplittableRandom jitter;
  private final EconomyTransactions transactions;

  /**
   * @param random decides who buys what; of one worker
   */
  public EconomyStore(
      MongoClient client,
      String database,
      EconomySize size,
      Faults faults,
      SplittableRandom random) {
    this.client = client;
    this.database = client.getDatabase(database);
    this.faults = faults;
    this.jitter = random.split();
    this.transactions = new EconomyTransactions(this.database, size, random);
  }

  /**
   * Carries out one operation; returns when all is known that can be known.
   *
   * @param id unique among all operations of all workers
   */
  public EconomyOutcome run(EconomyOperation operation, String id) {
    EconomyTransactions.Body body = transactions.next(operation, id);
    faults.begin();
    if (operation == EconomyOperation.STOCK_LEVEL) {
      return read(body);
    }
    int[] attempts = {0};
    try (ClientSession session = client.startSession()) {
      session.withTransaction(
          () -> {
            backOff(attempts[0]++);
            body.run(session);
            faults.beforeCommit(attempts[0]);
            return attempts[0];
          },
          OPTIONS);
      faults.afterCommit();
      return new EconomyOutcome(Kind.COMMITTED, attempts[0] - 1, false, null);
    } catch (EconomyTransactions.Refused e) {
      return new EconomyOutcome(Kind.REFUSED, attempts[0] - 1, false, null);
    } catch (MongoException e) {
      int retries = Math.max(0, attempts[0] - 1);
      boolean unknown = e.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);
      // Our id is in the ledger already: an attempt that seemed to fail had happened.
      boolean seen = e.getCode() == DUPLICATE_KEY && attempts[0] > 1;
      if (operation == EconomyOperation.ROLE_STATUS) {
        return failed(e, retries); // it wrote nothing that could be lost
      }
      return unknown || seen ? resolve(id, retries, e) : failed(e, retries);
    }
  }

  /**
   * Waits before attempt {@code earlier + 1}: two that collided would collide again at once. Full
   * jitter under an exponential cap (Brooker, <em>Exponential Backoff And Jitter</em>, AWS
   * Architecture Blog, 2015).
   */
  private void backOff(int earlier) {
    if (earlier > 0) {
      long most = Math.min(LONGEST_BACK_OFF_NANOS, FIRST_BACK_OFF_NANOS << Math.min(earlier, 10));
      LockSupport.parkNanos(jitter.nextLong(most));
    }
  }

  private static EconomyOutcome failed(MongoException e, int retries) {
    return new EconomyOutcome(Kind.FAILED, retries, false, e.getClass().getSimpleName());
  }

  private EconomyOutcome read(EconomyTransactions.Body body) {
    try (ClientSession session = client.startSession()) {
      body.run(session);
      return new EconomyOutcome(Kind.COMMITTED, 0, false, null);
    } catch (MongoException e) {
      return failed(e, 0);
    }
  }

  /**
   * Settles whether an operation happened by taking its place in the ledger: if that is taken, it
   * did; if not, it never can any more, for its own entry would now be a duplicate. An open
   * transaction of that id makes the server wait for its end.
   */
  private EconomyOutcome resolve(String id, int retries, MongoException unknown) {
    MongoCollection<Document> ledger = database.getCollection(LEDGER).withWriteConcern(SAFE);
    String error = unknown.getClass().getSimpleName();
    for (int i = 0; i < MOST_RESOLVING; i++) {
      try {
        ledger.insertOne(new Document("_id", id).append("type", VOID));
        return new EconomyOutcome(Kind.FAILED, retries, true, error);
      } catch (MongoException e) {
        if (e.getCode() == DUPLICATE_KEY) {
          return happened(id, retries, error);
        }
      }
    }
    return new EconomyOutcome(Kind.UNRESOLVED, retries, true, error);
  }

  /** What took the id may be our own void entry, if its acknowledgement was what got lost. */
  private EconomyOutcome happened(String id, int retries, String error) {
    try {
      Document entry =
          database
              .getCollection(LEDGER)
              .withReadPreference(ReadPreference.primary())
              .withReadConcern(ReadConcern.MAJORITY)
              .find(new Document("_id", id))
              .first();
      if (entry == null) {
        return new EconomyOutcome(Kind.UNRESOLVED, retries, true, error);
      }
      return VOID.equals(entry.get("type"))
          ? new EconomyOutcome(Kind.FAILED, retries, true, error)
          : new EconomyOutcome(Kind.COMMITTED, retries, true, null);
    } catch (MongoException e) {
      return new EconomyOutcome(Kind.UNRESOLVED, retries, true, error);
    }
  }
}
