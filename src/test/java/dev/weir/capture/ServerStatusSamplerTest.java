package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServerStatusSamplerTest {
  private final SlowLink link = new SlowLink();
  private final ServerStatusSampler sampler =
      new ServerStatusSampler(
          link, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), () -> link.nanosPassed);

  @Test
  void theFastestOfAFewPingsCounts() throws IOException {
    sampler.sample();
    link.pings = 0;
    link.pingNanos = new long[] {900_000, 400_000, 120_000, 500_000, 130_000};

    assertThat(sampler.sample().head()).containsEntry("pingMicros", 120L);
    assertThat(link.pings).isEqualTo(5);
  }

  @Test
  void theFirstSampleWarmsThePathUp() throws IOException {
    sampler.sample();

    assertThat(link.pings).isEqualTo(200);
  }

  @Test
  void aLongLinkIsNotAskedForLong() throws IOException {
    link.pingNanos = new long[] {150_000_000};

    assertThat(sampler.sample().head()).containsEntry("pingMicros", 150_000L);
    assertThat(link.pings).isEqualTo(2);
  }

  /** Time passes only while it answers. */
  private static final class SlowLink implements ServerStatusSource {
    private long nanosPassed;
    private int pings;
    private long[] pingNanos = {100_000};

    @Override
    public BsonDocument serverStatus() {
      return new BsonDocument();
    }

    @Override
    public @Nullable BsonDocument replicaSetStatus() {
      return null;
    }

    @Override
    public void ping() {
      nanosPassed += pingNanos[pings % pingNanos.length];
      pings++;
    }

    @Override
    public void close() {}
  }
}
