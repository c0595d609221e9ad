package dev.weir.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleBuilder;
import dev.weir.study.sample.SampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Made-up documents are as large as those of their sample, and of the same types. {@code
 * -Dweir.rows=FILE} keeps the figures.
 */
class SampleSizesTest {
  private static final int MADE = 10_000;
  private static final double WITHIN = 0.03;
  private static final List<String> ROWS = new ArrayList<>();

  private record Sizes(double mean, double p95) {
    static Sizes of(int[] bytes) {
      int[] sorted = bytes.clone();
      Arrays.sort(sorted);
      return new Sizes(
          Arrays.stream(sorted).average().orElseThrow(),
          sorted[(int) Math.ceil(0.95 * sorted.length) - 1]);
    }
  }

  static Stream<Games.Game> games() {
    return Games.all();
  }

  @ParameterizedTest
  @MethodSource("games")
  void sizesAndTypesFollowTheSample(Games.Game game) throws Exception {
    List<BsonDocument> documents = SampleFile.read(game.text());
    Sample sample = SampleBuilder.of(documents);
    Sizes wanted = Sizes.of(documents.stream().mapToInt(SampleSizesTest::bytes).toArray());
    SampleDocuments made = SampleDocuments.first(Sample.parse(sample.text()), game.seed());
    int[] bytes = new int[MADE];
    Map<String, Set<String>> types = new TreeMap<>();
    for (int key = 0; key < MADE; key++) {
      RawBsonDocument document = new RawBsonDocument(made.document(key), new DocumentCodec());
      bytes[key] = document.getByteBuffer().remaining();
      types(document.decode(new BsonDocumentCodec()), "", types);
    }
    Sizes got = Sizes.of(bytes);
    ROWS.add(
        String.format(
            Locale.ROOT,
            "%s,%d,%d,%d,%.1f,%.1f,%.2f,%.0f,%.0f,%.2f",
            game.name(),
            documents.size(),
            sample.forms().size(),
            sample.text().length(),
            wanted.mean,
            got.mean,
            100 * (got.mean / wanted.mean - 1),
            wanted.p95,
            got.p95,
            100 * (got.p95 / wanted.p95 - 1)));
    assertThat(got.mean / wanted.mean).isBetween(1 - WITHIN, 1 + WITHIN);
    assertThat(got.p95 / wanted.p95).isBetween(1 - WITHIN, 1 + WITHIN);
    Map<String, Set<String>> ofSample = new TreeMap<>();
    documents.forEach(document -> types(document, "", ofSample));
    assertThat(types).isEqualTo(ofSample);
  }

  @AfterAll
  static void keepRows() throws IOException {
    String file = System.getProperty("weir.rows");
    if (file != null) {
      ROWS.add(
          0,
          "sample,documents,forms,model_characters,mean_bytes,made_mean_bytes,mean_off_percent,"
              + "p95_bytes,made_p95_bytes,p95_off_percent");
      Files.write(Path.of(file), ROWS);
    }
  }

  private static int bytes(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
  }

  private static void types(BsonValue value, String path, Map<String, Set<String>> into) {
    into.computeIfAbsent(path, p -> new TreeSet<>()).add(value.getBsonType().name());
    if (value.isDocument()) {
      value.asDocument().forEach((name, inner) -> types(inner, path + "." + name, into));
    } else if (value.isArray()) {
      value.asArray().forEach(inner -> types(inner, path + "[]", into));
    }
  }

  /** Samples that games might have. */
  static final class Games {
    /** A sample as text, and the seed of what is made after it. */
    record Game(String name, String text, long seed) {
      @Override
      public String toString() {
        return name;
      }
    }

    private Games() {}

    static Stream<Game> all() {
      return Stream.concat(
          Stream.of(shipped()), java.util.stream.IntStream.range(0, 11).mapToObj(Games::drawn));
    }

    private static Game shipped() {
      try {
        return new Game(
            "player.json", Files.readString(Path.of("benchmarks/samples/player.json")), 1);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    /** Documents whose parts grow together: the richer a player, the more of everything. */
    private static Game drawn(int seed) {
      java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
      int documents = new int[] {1, 3, 20, 200, 1000, 1000, 3000}[seed % 7];
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < documents; i++) {
        double wealth = Math.exp(random.nextDouble() * (1 + seed % 4));
        Document player =
            new Document("_id", new org.bson.types.ObjectId())
                .append("name", letters(random, 3 + random.nextInt(20)))
                .append("level", random.nextInt(1, 60))
                .append("gold", random.nextLong(1L << 40))
                .append("ratio", random.nextDouble())
                .append("inventory", items(random, (int) (wealth * 4)))
                .append("log", letters(random, (int) (wealth * 30)));
        if (random.nextInt(4) == 0) {
          player.append("guild", new Document("name", letters(random, 12)).append("rank", 3L));
        }
        if (random.nextInt(200) == 0) {
          player.append("banned", true).append("note", null);
        }
        text.append(
                player.toJson(
                    org.bson.json.JsonWriterSettings.builder()
                        .outputMode(org.bson.json.JsonMode.EXTENDED)
                        .build()))
            .append('\n');
      }
      return new Game("drawn-" + seed, text.toString(), seed);
    }

    private static List<Document> items(java.util.SplittableRandom random, int number) {
      List<Document> items = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        Document item =
            new Document("item", random.nextInt(1000, 9999)).append("count", random.nextInt(99));
        if (random.nextInt(3) == 0) {
          item.append("runes", List.of(1, 2L, letters(random, 1 + random.nextInt(6))));
        }
        items.add(item);
      }
      return items;
    }

    private static String letters(java.util.SplittableRandom random, int length) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < length; i++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      return text.toString();
    }
  }
}
