package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collection;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.Result;

class ServerProfilerTest {
  private final FakeServer server = new FakeServer();

  @Test
  void cpuIsToldPerDocument() {
    server.status(0, 1_000, 500, 0, 0);
    ServerCpuProfiler profiler = new ServerCpuProfiler(server);
    profiler.begin();
    server.status(100, 4_000, 1_500, 0, 0);

    Result<?> result = only(profiler.end(2));
    assertThat(result.getScore()).isCloseTo(40, within(1e-9));
    assertThat(result.getScoreUnit()).isEqualTo("us/document");
    assertThat(result.getLabel()).isEqualTo("weir.server.cpu");
  }

  @Test
  void withoutDocumentsItIsToldPerOperation() {
    server.status(7, 0, 0, 0, 0);
    ServerCpuProfiler profiler = new ServerCpuProfiler(server);
    profiler.begin();
    server.status(7, 300, 100, 0, 0);

    Result<?> result = only(profiler.end(2));
    assertThat(result.getScore()).isCloseTo(200, within(1e-9));
    assertThat(result.getScoreUnit()).isEqualTo("us/op");
  }

  @Test
  void diskBytesAreThoseOfDataAndJournal() {
    server.status(0, 0, 0, 1_000, 10);
    DiskBytesProfiler profiler = new DiskBytesProfiler(server);
    profiler.begin();
    server.status(10, 0, 0, 3_000, 510);

    assertThat(only(profiler.end(1)).getScore()).isCloseTo(250, within(1e-9));
  }

  @Test
  void theServerMustBeNamed() {
    assertThatThrownBy(() -> ServerProfiler.source("", null))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("WEIR_URI");
    assertThatThrownBy(() -> ServerProfiler.source("url=x", "mongodb://h"))
        .isInstanceOf(ProfilerException.class);
    assertThatThrownBy(() -> ServerProfiler.source("uri=mongodb://me:s3cret", null))
        .isInstanceOf(ProfilerException.class)
        .hasMessage("not a MongoDB URI; write it as mongodb://host:port/");
  }

  private static Result<?> only(Collection<? extends Result<?>> results) {
    assertThat(results).hasSize(1);
    return results.iterator().next();
  }

  private static final class FakeServer implements ServerStatusSource {
    private BsonDocument status = new BsonDocument();

    void status(long updated, long user, long system, long blocks, long log) {
      status =
          BsonDocument.parse(
              """
              {metrics: {document: {updated: %d}},
               extra_info: {user_time_us: %d, system_time_us: %d},
               wiredTiger: {'block-manager': {'bytes written': %d}, log: {'log bytes written': %d}}}
              """
                  .formatted(updated, user, system, blocks, log));
    }

    @Override
    public BsonDocument serverStatus() {
      return status;
    }

    @Override
    public @Nullable BsonDocument replicaSetStatus() {
      return null;
    }

    @Override
    public void ping() {}

    @Override
    public void close() {}
  }
}
