package dev.weir.fleet.spark;

import dev.weir.fleet.Addresses;
import dev.weir.fleet.LoadJvmCommand;
import dev.weir.fleet.Token;
import dev.weir.fleet.Worker;
import dev.weir.load.engine.Timing;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import org.apache.spark.BarrierTaskContext;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** One task of the barrier stage: waits until all are placed, then is a worker. */
final class WorkerTask extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>>
    implements Serializable {
  private static final long serialVersionUID = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String coordinator;
  private final String token;

  WorkerTask(String coordinator, String token) {
    this.coordinator = coordinator;
    this.token = token;
  }

  /**
   * @throws IllegalStateException if the worker was lost, which fails the stage
   */
  @Override
  public Iterator<Integer> apply(Iterator<Integer> indices) {
    BarrierTaskContext context = BarrierTaskContext.get();
    context.barrier();
    try {
      new Worker(
              Addresses.parse(coordinator),
              context.partitionId(),
              Token.of(token),
              LoadJvmCommand.ofThisJar(),
              Timing.system())
          .run(PATIENCE);
      return indices;
    } catch (Worker.Lost | IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the task was killed", e);
    }
  }
}
