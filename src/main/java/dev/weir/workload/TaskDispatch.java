package dev.weir.workload;

import dev.weir.study.Cell;
import java.util.SplittableRandom;
import org.bson.types.ObjectId;

/**
 * Which queue worker a task goes to, as the game server of the role-update report does it.
 *
 * <p>An object id is 12 bytes: seconds since 1970 (4), a random number of the process that made it
 * (5), and that process's counter (3), which starts at random and grows by one with each id. As one
 * big-endian number its remainder by a power of two up to 2^24 is that of the counter alone; by
 * other divisors the other bytes shift it, alike for all ids of one process and second. So ids made
 * one after the other by one process go round the workers and fall evenly. Players' ids do not:
 * they were made on different days by different processes, and which of them are dirty now is
 * chance. Their remainders are as good as random, and the deepest of m queues that share i tasks
 * then holds what the fullest of m urns holds after i throws, for i = m = 16 some three times the
 * mean. It is such ids that a job draws here. (Java's {@link ObjectId#hashCode} is no way out: it
 * weighs the counter by 961 and sends consecutive ids to one worker of 31.)
 */
@FunctionalInterface
public interface TaskDispatch {
  /**
   * The worker of the next task.
   *
   * @param task index of the task in its job, from 0
   */
  int worker(int task);

  /**
   * The way of a cell.
   *
   * @param random what ids are drawn from
   * @throws IllegalArgumentException if the cell has no tasks
   */
  static TaskDispatch of(Cell cell, SplittableRandom random) {
    int workers = cell.queueWorkers();
    return switch (cell.dispatch()) {
      case MODULO -> task -> modulo(id(random), workers);
      case TASK -> task -> task;
      case NONE -> throw new IllegalArgumentException("a cell without tasks has none to dispatch");
    };
  }

  /** The id as an unsigned big-endian number of 96 bits, modulo a divisor. */
  static int modulo(ObjectId id, int divisor) {
    long rest = 0;
    for (byte next : id.toByteArray()) {
      rest = ((rest << Byte.SIZE) | (next & 0xFF)) % divisor;
    }
    return (int) rest;
  }

  /** One of somebody's players. */
  private static ObjectId id(SplittableRandom random) {
    byte[] bytes = new byte[12];
    random.nextBytes(bytes);
    return new ObjectId(bytes);
  }
}
