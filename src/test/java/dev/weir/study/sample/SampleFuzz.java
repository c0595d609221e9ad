package dev.weir.study.sample;

import dev.weir.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A sample of a user's documents, and the model that a record keeps of it. */
public final class SampleFuzz {
  private static final Path PLAYER = Path.of("benchmarks/samples/player.json");

  private SampleFuzz() {}

  public static List<FuzzTarget> targets() throws IOException {
    String player = Files.readString(PLAYER);
    return List.of(
        new FuzzTarget(
            "sample",
            text -> SampleBuilder.of(SampleFile.read(text)).text(),
            SampleException.class,
            List.of(
                player,
                "{\"a\": 1}\n{\"a\": [1, 2.5]}\n",
                "[{\"_id\": {\"$oid\": \"64f1c2a9b7e0d41f5c8a9b10\"}}]")),
        new FuzzTarget(
            "sample-model", Sample::parse, SampleException.class, List.of(model(player))));
  }

  private static String model(String player) throws IOException {
    try {
      return SampleBuilder.of(SampleFile.read(player))
          .updating(List.of(UpdatePath.parse("inventory.$[i].count")))
          .text();
    } catch (SampleException e) {
      throw new IOException(e);
    }
  }
}
