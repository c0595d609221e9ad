package dev.weir.load.engine;

import dev.weir.record.QueueSkew;
import dev.weir.study.Cell;
import dev.weir.workload.TaskDispatch;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of tasks for queue workers, one job after the other: as a game server that flushes in waves.
 * All tasks of a job are dispatched at its start; each is a number of calls, one after the other,
 * made by the worker whose queue it is in. The last task to end starts the next job, so the rate of
 * the whole includes the time in which workers wait for the slowest.
 */
final class TaskQueues implements CallSource {
  private static final long POLL_MILLIS = 50;

  private final int tasks;
  private final int batchesPerTask;
  private final TaskDispatch dispatch;
  private final Timing timing;
  private final List<Worker> workers = new ArrayList<>();
  private volatile boolean stopping;

  // Guarded by this, as is what workers keep of the job.
  private int openTasks;
  private long startedAt;
  private List<QueueSkew> ended = new ArrayList<>();

  /**
   * @param cell with a dispatch
   * @param seed of the ids that tasks are dispatched by
   */
  TaskQueues(Cell cell, long seed, Timing timing) {
    this.tasks = cell.tasks();
    this.batchesPerTask = cell.batchesPerTask();
    this.dispatch = TaskDispatch.of(cell, new SplittableRandom(seed));
    this.timing = timing;
    for (int i = 0; i < cell.queueWorkers(); i++) {
      workers.add(new Worker());
    }
  }

  /** The calls of one worker, for a lane whose writer blocks. */
  @Override
  public Feed feed(int lane) {
    return workers.get(lane);
  }

  /** Dispatches the first job. */
  @Override
  public synchronized void start() {
    startJob();
  }

  /** Lets no more tasks begin; those at work are not ended. */
  @Override
  public void stop() {
    stopping = true;
  }

  @Override
  public synchronized @Nullable QueueSkew takeSkew() {
    QueueSkew skew = QueueSkew.of(ended);
    ended = new ArrayList<>();
    return skew;
  }

  private void startJob() {
    openTasks = tasks;
    startedAt = timing.nanoTime();
    workers.forEach(Worker::forget);
    int[] target = new int[tasks];
    for (int task = 0; task < tasks; task++) {
      target[task] = dispatch.worker(task);
      workers.get(target[task]).given++;
    }
    for (int task = 0; task < tasks; task++) {
      workers.get(target[task]).queue.add(task);
    }
  }

  private synchronized void taskEnded(Worker worker) {
    worker.endedAt = timing.nanoTime();
    if (--openTasks == 0) {
      ended.add(skew(worker.endedAt));
      startJob();
    }
  }

  private QueueSkew skew(long jobEndedAt) {
    double job = Math.max(1, jobEndedAt - startedAt);
    int deepest = 0;
    int busy = 0;
    double ends = 0;
    for (Worker worker : workers) {
      deepest = Math.max(deepest, worker.given);
      if (worker.given > 0) {
        busy++;
        ends += worker.endedAt - startedAt;
      }
    }
    return new QueueSkew(
        1,
        job / 1e6,
        deepest,
        (double) deepest * workers.size() / tasks,
        job * busy / Math.max(1, ends),
        1 - ends / (job * workers.size()));
  }

  /** One worker's queue, and what became of it in the job at work. */
  private final class Worker implements Feed {
    private final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    private int callsLeft;
    private boolean atWork;
    private int given;
    private long endedAt;

    private void forget() {
      given = 0;
      endedAt = 0;
    }

    @Override
    public boolean next(Call call) {
      if (callsLeft > 0) {
        callsLeft--;
        return true;
      }
      if (atWork) {
        atWork = false;
        taskEnded(this);
      }
      try {
        while (!stopping) {
          if (queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS) != null) {
            atWork = true;
            callsLeft = batchesPerTask - 1;
            return true;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return false;
    }
  }
}
