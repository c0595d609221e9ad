package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import dev.weir.workload.sample.SampleDocuments;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A study of a collection's documents holds their shape and none of their values. */
class InitCommandIT {
  private static final int STORED = 3_000;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int weir(String... arguments) {
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments);
  }

  @Test
  void noValueOfACollectionIsInTheFilesOrInWhatIsMadeAfterThem() throws Exception {
    Path study = folder.resolve("player.yaml");
    Set<BsonValue> secrets = new HashSet<>();
    try (ServerUnderTest server =
            ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      List<Document> documents = players();
      documents.forEach(document -> values(bson(document), secrets));
      client.getDatabase("game").getCollection("players").insertMany(documents);
      long before = writes(client);
      String uri = server.connectionString().replaceFirst("/(\\?|$)", "/game.players$1");
      assertThat(
              weir("init", "--from-collection", uri, "--sample", "500", "--out", study.toString()))
          .as("%s", err)
          .isZero();
      assertThat(writes(client)).isEqualTo(before);
      assertThat(out.toString()).containsPattern("read 500 documents, [\\d,]+ bytes, in 5 batches");
      String missing = uri.replace("game.players", "game.playrs");
      assertThat(weir("init", "--from-collection", missing, "--out", "x.yaml")).isEqualTo(2);
      assertThat(err.toString()).contains("there is no collection game.playrs");
    }
    String files = Files.readString(study) + Files.readString(folder.resolve("players.ndjson"));
    Cell cell =
        Plan.of(StudyReader.open(study.toString()), c -> Optional.empty())
            .cells()
            .values()
            .iterator()
            .next();
    String model = cell.document().model().text();
    Set<BsonValue> made = new HashSet<>();
    SampleDocuments first = SampleDocuments.first(cell.document().model(), 1);
    SampleDocuments lane = SampleDocuments.ofLane(cell.document().model(), 0, 8, 1);
    for (int key = 0; key < 2_000; key++) {
      values(bson(first.document(key)), made);
      values(bson(lane.update(key)), made);
    }
    assertThat(secrets).hasSizeGreaterThan(STORED * 6);
    made.retainAll(secrets);
    assertThat(made).isEmpty();
    List<String> texts = secrets.stream().map(InitCommandIT::text).toList();
    assertThat(held(files, texts)).isEmpty();
    assertThat(held(model, texts)).isEmpty();
    // The keys of a map were ids of players.
    assertThat(files).doesNotContain("\"10004");
  }

  @Test
  void aFileOfAPlayerBecomesAStudyThatIsReadAndPlanned() throws Exception {
    Path sample = folder.resolve("samples").resolve("hero of old.json");
    Files.createDirectories(folder.resolve("samples"));
    Files.copy(Path.of("benchmarks/samples/player.json"), sample);
    Path study = folder.resolve("studies/hero.yaml");
    assertThat(weir("init", "--sample", sample.toString(), "--out", study.toString()))
        .as("%s", err)
        .isZero();
    Plan plan = Plan.of(StudyReader.open(study.toString()), cell -> Optional.empty());
    assertThat(plan.cells()).hasSize(8);
    assertThat(plan.baseline()).isNotNull();
    Cell cell = plan.cells().values().iterator().next();
    assertThat(cell.document().name()).isEqualTo("sample_hero_of_old");
    assertThat(cell.document().model().updates()).hasSize(3);
    assertThat(Files.readString(study))
        .contains("weir study " + study, "# - name", "'../samples/hero of old.json'")
        .doesNotContain("Aldric");
    assertThat(weir("init", "--sample", sample.toString(), "--out", study.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is there already; --force writes over it");
    assertThat(weir("init", "--force", "--sample", sample.toString(), "--out", study.toString()))
        .isZero();
    assertThat(weir("init", "--sample", folder.toString())).isEqualTo(2);
    assertThat(weir("init", "--out", folder.resolve("q.yaml").toString())).isZero();
    assertThat(StudyReader.open(folder.resolve("q.yaml").toString()).name()).isEqualTo("quick");
    assertThat(err.toString().lines()).hasSize(2);
  }

  @Test
  void aUriThatCannotBeUsedIsNamedWithoutItsSecret() {
    assertThat(weir("init", "--from-collection", "mongodb://me:secret@127.0.0.1:1/")).isEqualTo(2);
    assertThat(
            weir(
                "init",
                "--from-collection",
                "mongodb://me:secret@127.0.0.1:1/a.b",
                "--sample",
                "x"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("names no collection", "a number of documents from 1 to 10000")
        .doesNotContain("secret");
  }

  private static long writes(MongoClient client) {
    Document counters =
        client
            .getDatabase("admin")
            .runCommand(new Document("serverStatus", 1))
            .get("opcounters", Document.class);
    long sum = 0;
    for (String kind : List.of("insert", "update", "delete")) {
      sum += Objects.requireNonNull(counters.get(kind, Number.class)).longValue();
    }
    return sum;
  }

  private static List<Document> players() {
    SplittableRandom random = new SplittableRandom(5);
    List<Document> players = new ArrayList<>();
    for (int i = 0; i < STORED; i++) {
      players.add(
          new Document("_id", new ObjectId())
              .append("name", "Name-of-" + Long.toString(random.nextLong(), 36))
              .append("gold", 1_000_000_000_000L + random.nextLong(1L << 50) * 2 + 1)
              .append("seen", new BsonDateTime(1_600_000_000_123L + i * 7_919L))
              .append("account", new UUID(random.nextLong(), random.nextLong()).toString())
              .append("ratio", random.nextDouble() * 1e6)
              .append("price", new Decimal128(random.nextLong(1L << 60)))
              .append("token", token(random))
              .append("online", random.nextBoolean())
              .append("friends", new Document("10004" + (10_000 + i), new Document("since", 3))));
    }
    return players;
  }

  private static Binary token(SplittableRandom random) {
    return new Binary(Long.toString(random.nextLong()).getBytes(StandardCharsets.UTF_8));
  }

  private static BsonDocument bson(Document document) {
    return new RawBsonDocument(
            document, com.mongodb.MongoClientSettings.getDefaultCodecRegistry().get(Document.class))
        .decode(new BsonDocumentCodec());
  }

  /** Values that say something: neither booleans nor numbers of a few digits. */
  private static void values(BsonValue value, Set<BsonValue> into) {
    if (value.isDocument()) {
      value.asDocument().values().forEach(inner -> values(inner, into));
    } else if (value.isArray()) {
      value.asArray().forEach(inner -> values(inner, into));
    } else if (!value.isBoolean() && !value.isInt32()) {
      into.add(value);
    }
  }

  /** Those of many texts that stand somewhere in a long one, found in one pass over it. */
  private static List<String> held(String all, List<String> texts) {
    int length = texts.stream().mapToInt(String::length).min().orElseThrow();
    Map<String, List<String>> byBeginning =
        texts.stream().collect(Collectors.groupingBy(text -> text.substring(0, length)));
    List<String> held = new ArrayList<>();
    for (int at = 0; at + length <= all.length(); at++) {
      for (String text : byBeginning.getOrDefault(all.substring(at, at + length), List.of())) {
        if (all.startsWith(text, at)) {
          held.add(text);
        }
      }
    }
    return held;
  }

  private static String text(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> value.asString().getValue();
      case OBJECT_ID -> value.asObjectId().getValue().toHexString();
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DATE_TIME -> Long.toString(value.asDateTime().getValue());
      case DOUBLE -> Double.toString(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case BINARY -> Base64.getEncoder().encodeToString(value.asBinary().getData());
      default -> throw new IllegalArgumentException(value.toString());
    };
  }
}
