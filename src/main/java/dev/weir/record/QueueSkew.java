package dev.weir.record;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How evenly a job's tasks fell on its workers: means over the jobs that ended in the measured
 * span. All tasks are there when a job starts, and are equal, so a queue's tasks tell its documents
 * too.
 *
 * @param jobs that ended
 * @param jobMillis from a job's start until its last task ends
 * @param deepest tasks in the deepest queue at the start
 * @param queueSkew the deepest queue over the mean one, without unit; 1 is even
 * @param finishSkew when the last worker ends over when those that had a task end on average, since
 *     the job's start, without unit; 1 is even
 * @param idleShare share of all workers' time between a job's start and its end in which they had
 *     no task
 */
public record QueueSkew(
    long jobs,
    double jobMillis,
    double deepest,
    double queueSkew,
    double finishSkew,
    double idleShare) {

  /** All jobs together, null if there was none. */
  public static @Nullable QueueSkew of(List<QueueSkew> parts) {
    long jobs = parts.stream().mapToLong(QueueSkew::jobs).sum();
    return jobs == 0
        ? null
        : new QueueSkew(
            jobs,
            mean(parts, jobs, QueueSkew::jobMillis),
            mean(parts, jobs, QueueSkew::deepest),
            mean(parts, jobs, QueueSkew::queueSkew),
            mean(parts, jobs, QueueSkew::finishSkew),
            mean(parts, jobs, QueueSkew::idleShare));
  }

  private static double mean(List<QueueSkew> parts, long jobs, ToDoubleFunction<QueueSkew> figure) {
    return parts.stream().mapToDouble(p -> p.jobs() * figure.applyAsDouble(p)).sum() / jobs;
  }
}
