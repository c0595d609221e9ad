package dev.weir.benchmarks;

import com.mongodb.MongoNamespace;
import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.driver.Written;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Target;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a call costs that reuses its connection, makes one, or makes a whole client. The call itself
 * takes the server 10 ms of waiting. With {@code -prof gc}: bytes per call.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Threads(4)
public class ConnectionReuseBenchmark {
  @Param({"pooled", "perCall", "clientPerCall"})
  public String connections = "pooled";

  private final LongAdder answered = new LongAdder();
  private @Nullable ServerUnderTest server;
  private @Nullable Writer writer;

  /** What a thread sends. */
  @State(Scope.Thread)
  public static class Calls {
    private final UpdateStream<?> stream =
        UpdateStream.of(Cell.parse(Map.of("operation", "await10ms")), 1, 0, 1);
  }

  /**
   * Opens the server and, unless each call makes its own, the client.
   *
   * @throws ServerException if there is no server to be had
   */
  @Setup
  public void open() throws ServerException {
    server = BenchmarkServers.open(Target.MONGODB);
    Cell cell =
        Cell.parse(Map.of("operation", "await10ms", "connections", connections, "inFlight", "4"));
    writer =
        Writers.open(
            server.connectionString(),
            new MongoNamespace(DatabaseGuard.PREFIX + "jmh", "unused"),
            cell);
  }

  /** Tells how many connections were made, and ends what was opened. */
  @TearDown
  public void close() {
    if (writer != null) {
      System.err.printf(
          "%,d connections made for %,d calls, warm-up included%n",
          writer.pool().snapshot().created(), answered.sum());
      writer.close();
    }
    if (server != null) {
      server.close();
    }
  }

  /** One call. */
  @Benchmark
  public void call(Calls calls) {
    once(calls.stream);
  }

  private <D> void once(UpdateStream<D> stream) {
    if (writer == null) {
      throw new IllegalStateException("not open");
    }
    UpdateBatch<D> batch = stream.newBatch();
    stream.fill(batch);
    writer.write(
        batch,
        new Completion() {
          @Override
          public void acknowledged(Written done) {
            answered.increment();
          }

          @Override
          public void failed(Throwable cause, Written done) {
            throw new IllegalStateException("the call failed: " + cause.getMessage(), cause);
          }
        });
  }
}
