package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.UpdateOneModel;
import dev.weir.study.Cell;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

class BareUpdatesTest {
  private static final DocumentCodec CODEC = new DocumentCodec();

  @Test
  void hasTheBytesAndFieldsOfTheStudysOwnUpdate() {
    Document bare = new BareUpdates(10, 1).update();
    UpdateStream<?> stream = UpdateStream.of(Cell.parse(Map.of()), 10, 0, 1);
    BsonDocument ours = update(fill(stream));

    RawBsonDocument encoded = new RawBsonDocument(bare, CODEC);
    assertThat(encoded.getByteBuffer().remaining()).isEqualTo(613);
    assertThat(fill(stream).bytes()).isEqualTo(613);
    assertThat(fields(encoded)).isEqualTo(fields(ours)).hasSize(16);
  }

  @Test
  void everyUpdateIsAnother() {
    BareUpdates updates = new BareUpdates(10, 1);
    assertThat(updates.update()).isNotEqualTo(updates.update());
    assertThat(updates.models(50, 0)).hasSize(50).doesNotHaveDuplicates();
  }

  private static <D> UpdateBatch<D> fill(UpdateStream<D> stream) {
    UpdateBatch<D> batch = stream.newBatch();
    stream.fill(batch);
    return batch;
  }

  private static BsonDocument update(UpdateBatch<?> batch) {
    Bson update = ((UpdateOneModel<?>) batch.models().get(0)).getUpdate();
    assertThat(update).isNotNull();
    return update.toBsonDocument();
  }

  private static Set<String> fields(BsonDocument update) {
    return update.getDocument("$set").keySet();
  }
}
