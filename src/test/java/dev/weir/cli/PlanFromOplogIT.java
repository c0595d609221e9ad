package dev.weir.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.oplog.CollectionSummary;
import dev.weir.capacity.oplog.OplogPlan;
import dev.weir.capacity.oplog.OplogStatistics;
import dev.weir.capacity.oplog.OplogSummary;
import dev.weir.games.Change;
import dev.weir.games.Pace;
import dev.weir.games.Saved;
import dev.weir.games.SyntheticGame;
import dev.weir.games.SyntheticGame.Policy;
import dev.weir.games.SyntheticGame.Saves;
import dev.weir.server.Oplog;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is read from a real oplog against what ten games did. By default the games play ten minutes
 * each of their own time, as fast as their calls are, and each entry gets the moment of that time.
 * With {@code -Dweir.oplog.seconds=N} all then play at once for N seconds of real time, and the
 * oplog is read as it is. {@code -Dweir.oplog.rows=FILE} writes the rows.
 */
class PlanFromOplogIT {
  private static final double SIMULATED_SECONDS = 600;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /** Of a share nearer to 1 nobody can tell how often a document changed between two saves. */
  private static final double SATURATED = 0.97;

  private record Row(
      String time, String game, String collection, String figure, double did, double read) {
    double ratio() {
      return read / did;
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private String time = "simulated";

  private static Saves saves(
      String collection,
      int players,
      double perMinute,
      Policy policy,
      double period,
      int batch,
      Change change) {
    return new Saves(collection, players, perMinute, policy, period, batch, change, false);
  }

  private static List<SyntheticGame> games(MongoClient client, Supplier<Pace> pace) {
    Map<String, List<Saves>> all =
        Map.of(
            "walkers",
            List.of(saves("roles", 200, 2, Policy.THROUGH, 0, 1, Change.FLAT)),
            "guilds",
            List.of(saves("roles", 400, 3, Policy.STAGGERED, 30, 50, Change.FLAT)),
            "rush",
            List.of(saves("roles", 500, 1.5, Policy.TIMER, 60, 100, Change.NESTED)),
            "wholes",
            List.of(saves("players", 300, 2, Policy.STAGGERED, 30, 20, Change.REPLACE)),
            "nests",
            List.of(saves("characters", 200, 6, Policy.STAGGERED, 10, 10, Change.NESTED)),
            "bags",
            List.of(saves("inventories", 300, 3, Policy.TIMER, 30, 25, Change.ARRAYS)),
            "chronicles",
            List.of(saves("roles", 150, 4, Policy.STAGGERED, 30, 10, Change.PUSH)),
            "traders",
            List.of(new Saves("wallets", 150, 2, Policy.THROUGH, 0, 2, Change.NESTED, true)),
            "sparse",
            List.of(saves("roles", 1_000, 0.3, Policy.STAGGERED, 60, 50, Change.SET_AND_UNSET)),
            "realm",
            List.of(
                saves("roles", 400, 20, Policy.STAGGERED, 30, 50, Change.FLAT),
                saves("inventories", 400, 0.8, Policy.STAGGERED, 30, 50, Change.ARRAYS)));
    List<SyntheticGame> games = new ArrayList<>();
    new TreeMap<>(all)
        .forEach(
            (name, types) ->
                games.add(
                    new SyntheticGame(
                        "weir_game_" + name,
                        types,
                        name.equals("chronicles") ? 120 : 0,
                        client,
                        pace.get(),
                        name.hashCode())));
    return games;
  }

  @Test
  void tenGamesAreReadAsTheyWerePlayed() throws Exception {
    Long seconds = Long.getLong("weir.oplog.seconds");
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        // The oplog holds a save whether or not the game waits for the journal.
        MongoClient client = MongoClients.create(server.connectionString() + "&w=1");
        Oplog oplog = Oplog.open(server.connectionString())) {
      for (SyntheticGame game : games(client, Pace::simulated)) {
        simulated(game, oplog);
      }
      if (seconds != null) {
        real(client, oplog, seconds);
      }
    }
    write(System.getProperty("weir.oplog.rows"));
    assertThat(rows).hasSizeGreaterThan(60);
    for (Row row : rows) {
      assertThat(row.ratio()).as("%s", row).isCloseTo(1, within(0.05));
    }
  }

  private void simulated(SyntheticGame game, Oplog oplog) throws Exception {
    Instant begun = Instant.now();
    game.create();
    game.play(SIMULATED_SECONDS);
    Instant to = BEGIN.plusMillis((long) (SIMULATED_SECONDS * 1e3));
    OplogStatistics statistics = new OplogStatistics(BEGIN, to);
    Retimed retimed = new Retimed(game, statistics::add);
    oplog.read(begun, Instant.now(), Oplog.Limits.USUAL, retimed);
    assertThat(retimed.next).as("entries of %s", game.name()).isEqualTo(game.written().size());
    compare(game, statistics.summary(), true);
  }

  private void real(MongoClient client, Oplog oplog, long seconds) throws Exception {
    time = "real";
    List<SyntheticGame> playing = games(client, Pace::real);
    playing.forEach(SyntheticGame::create);
    Instant begun = Instant.now();
    ExecutorService threads = Executors.newFixedThreadPool(playing.size());
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (SyntheticGame game : playing) {
        ends.add(threads.submit(() -> game.play((double) seconds)));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Instant ended = Instant.now();
    OplogStatistics statistics = new OplogStatistics(begun, ended);
    oplog.read(begun, ended, Oplog.Limits.USUAL, statistics::add);
    for (SyntheticGame game : playing) {
      compare(game, only(statistics.summary(), game), false);
    }
  }

  private static OplogSummary only(OplogSummary all, SyntheticGame game) {
    return new OplogSummary(
        all.from(),
        all.to(),
        all.migrated(),
        all.commands(),
        all.unknown(),
        all.others(),
        all.busiestMinute(),
        all.collections().stream()
            .filter(c -> c.namespace().startsWith(game.name() + "."))
            .toList());
  }

  /** Gives the entries of a game the moments at which it wrote them. */
  private static final class Retimed implements Consumer<RawBsonDocument> {
    private static final int PLAYING = 2;

    private final SyntheticGame game;
    private final Consumer<RawBsonDocument> to;
    private int marks;
    private int next;

    Retimed(SyntheticGame game, Consumer<RawBsonDocument> to) {
      this.game = game;
      this.to = to;
    }

    @Override
    public void accept(RawBsonDocument entry) {
      String namespace = entry.getString("ns").getValue();
      String op = entry.getString("op").getValue();
      if (namespace.equals(game.name() + "." + SyntheticGame.MARK) && op.equals("i")) {
        marks++;
      } else if (marks == PLAYING
          && (op.equals("c")
              ? namespace.equals("admin.$cmd")
              : namespace.startsWith(game.name() + "."))) {
        double seconds = game.written().get(next++);
        BsonDocument moved = entry.decode(new BsonDocumentCodec());
        moved.put("wall", new BsonDateTime(BEGIN.toEpochMilli() + Math.round(seconds * 1e3)));
        to.accept(new RawBsonDocument(moved, new BsonDocumentCodec()));
      }
    }
  }

  private void compare(SyntheticGame game, OplogSummary summary, boolean simulated)
      throws Exception {
    double minutes = summary.seconds() / 60;
    int players = game.saves().get(0).players();
    String text =
        OplogPlan.text(
            "from-oplog",
            List.of(),
            summary,
            new OplogPlan.Deployment(1, null, Map.of()),
            (double) players);
    Design design = DesignReader.parse("from-oplog.yaml", text);
    for (int i = 0; i < game.saves().size(); i++) {
      Saves saves = game.saves().get(i);
      Saved did = game.saved().get(i);
      CollectionSummary read = collection(summary, game, saves.collection());
      add(game, did, "updates/min", did.updates() / minutes, read.updates() / minutes);
      add(game, did, "fields per update", did.fieldsPerUpdate(), read.fields());
      add(game, did, "bytes per update", did.bytesPerUpdate(), read.bytes());
      add(game, did, "documents updated", (double) did.documents(), read.documents());
      if (saves.inTransactions()) {
        assertThat(read.calls().inTransactions()).isEqualTo(did.updates());
      } else {
        add(game, did, "updates per call", did.updatesPerCall(), read.calls().mean());
      }
      rhythm(game, saves, read, summary.seconds(), simulated);
      assertThat(read.replacements())
          .isEqualTo(saves.change() == Change.REPLACE ? did.updates() : 0);
      inMemory(game, saves, did, minutes, design.documents().get(i), simulated);
    }
    double planned = design.documentsPerSecond();
    double did = game.saved().stream().mapToLong(Saved::updates).sum() / summary.seconds();
    rows.add(new Row(time, game.name(), "the plan", "documents/s", did, planned));
    if (game.mail().inserts() > 0) {
      CollectionSummary mail = collection(summary, game, "mail");
      add(
          game,
          game.mail(),
          "inserts/min",
          game.mail().inserts() / minutes,
          mail.inserts() / minutes);
      add(
          game,
          game.mail(),
          "deletes/min",
          game.mail().deletes() / minutes,
          mail.deletes() / minutes);
    }
  }

  private void rhythm(
      SyntheticGame game, Saves saves, CollectionSummary read, double seconds, boolean simulated) {
    Saved did = game.saved().get(game.saves().indexOf(saves));
    double window = saves.period() > 0 ? saves.period() : 10;
    read.windows().stream()
        .filter(each -> each.period() == window)
        .forEach(
            each ->
                add(
                    game,
                    did,
                    String.format(Locale.ROOT, "documents in %.0f s", window),
                    did.documentsPerPeriod(window, seconds),
                    each.documents()));
    if (saves.policy() == Policy.THROUGH) {
      assertThat(read.rhythm()).as("%s", game.name()).isNull();
      return;
    }
    add(game, did, "flush period, s", saves.period(), requireNonNull(read.rhythm()).seconds());
    if (simulated) {
      assertThat(read.rhythm().allAtOnce())
          .as("%s", game.name())
          .isEqualTo(saves.policy() == Policy.TIMER);
    }
  }

  /** What changed in memory between two saves, as far as the saves tell. */
  private void inMemory(
      SyntheticGame game,
      Saves saves,
      Saved did,
      double minutes,
      Design.DocumentType planned,
      boolean simulated) {
    double perMinute = did.changes() / minutes / saves.players();
    double dirty = 1 - Math.exp(-saves.perMinute() / 60 * saves.period());
    if (dirty > SATURATED) {
      assertThat(planned.updatesPerMinute()).as("at least").isLessThan(perMinute * 1.05);
    } else if (simulated) {
      add(game, did, "changes/min in memory", perMinute, planned.updatesPerMinute());
    }
  }

  private static CollectionSummary collection(
      OplogSummary summary, SyntheticGame game, String name) {
    return summary.collections().stream()
        .filter(c -> c.namespace().equals(game.name() + "." + name))
        .findFirst()
        .orElseThrow();
  }

  private void add(SyntheticGame game, Saved of, String figure, double did, double read) {
    rows.add(new Row(time, game.name(), of.collection(), figure, did, read));
  }

  private void write(@Nullable String file) throws Exception {
    if (file == null) {
      return;
    }
    StringBuilder csv = new StringBuilder("time,game,collection,figure,did,read,ratio\n");
    for (Row row : rows) {
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,\"%s\",%.5g,%.5g,%.4f%n",
              row.time(),
              row.game().replace("weir_game_", ""),
              row.collection(),
              row.figure(),
              row.did(),
              row.read(),
              row.ratio()));
    }
    Files.writeString(Path.of(file), csv);
  }
}
