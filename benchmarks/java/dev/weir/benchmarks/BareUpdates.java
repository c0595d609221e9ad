package dev.weir.benchmarks;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.Document;

/**
 * The update of {@code role56} as somebody would write it by hand: every value fresh, the same
 * bytes as {@link dev.weir.workload.UpdateStream} makes. One per thread.
 */
final class BareUpdates {
  private static final String PARENT = "persistentState.";
  private static final int SMALLEST_PAIR = 36;
  private static final int PAIRS = 36 * 36;

  private final int documents;
  private final SplittableRandom random;
  private int version;
  private long fresh;

  BareUpdates(int documents, long seed) {
    this.documents = documents;
    this.random = new SplittableRandom(seed);
    this.fresh = (random.nextLong() >>> 1) | (1L << 40); // not those of other lanes
  }

  Document filter() {
    return new Document("_id", (long) random.nextInt(documents));
  }

  Document update() {
    return new Document(
        "$set",
        new Document("persistentState.version", ++version)
            .append("persistentState.characterLevel", random.nextInt())
            .append("persistentState.experiencePoints", random.nextInt())
            .append("persistentState.combatPowerRating", random.nextInt())
            .append("persistentState.vitalityAttribute", random.nextInt())
            .append("persistentState.strengthAttribute", random.nextInt())
            .append("persistentState.goldCoinBalance", random.nextInt())
            .append("persistentState.questProgressFlags", random.nextInt())
            .append("persistentState.currentMapNumber", random.nextInt())
            .append("persistentState.positionX", random.nextInt())
            .append("persistentState.positionY", random.nextInt())
            .append("persistentState.lastLoginSeconds", random.nextInt())
            .append("persistentState.guildRankTitle", pair())
            .append("persistentState.activeWeaponSkin", pair())
            .append("persistentState.activeTitleBadges", pair())
            .append("persistentState.preferredRegion", pair()));
  }

  /** A whole document with a key that no other has. */
  Document document() {
    Document role = update().get("$set", Document.class);
    Document data = new Document();
    role.forEach((name, value) -> data.append(name.substring(PARENT.length()), value));
    return new Document("_id", fresh++).append("persistentState", data);
  }

  /** Of 100 writes, {@code inserts} are inserts; the others are updates. */
  List<WriteModel<Document>> models(int batch, int inserts) {
    List<WriteModel<Document>> models = new ArrayList<>(batch);
    for (int i = 0; i < batch; i++) {
      models.add(
          i * 100 < inserts * batch
              ? new InsertOneModel<>(document())
              : new UpdateOneModel<>(filter(), update()));
    }
    return models;
  }

  /** Two characters. */
  private String pair() {
    return Integer.toString(random.nextInt(SMALLEST_PAIR, PAIRS), SMALLEST_PAIR);
  }
}
