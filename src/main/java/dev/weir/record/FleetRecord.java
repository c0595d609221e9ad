package dev.weir.record;

import java.util.List;

/**
 * {@code fleet.json}: the workers that a run was measured with.
 *
 * @param master how they were started, without secrets
 * @param gangs how often they were started anew, the first time included; more than once where one
 *     was lost
 * @param workers the latest gang
 * @param coordinator what the watching itself took
 */
public record FleetRecord(String master, int gangs, List<Member> workers, Coordinator coordinator) {
  /**
   * @param worker index, from 0
   * @param host what it calls its host
   * @param here whether it shared host and process table with the coordinator
   * @param cores processors that its JVM may use
   * @param memoryBytes of its host
   * @param jdk version of the JVM that its load runs on
   * @param jvmArguments of its load processes, with those that its environment adds
   */
  public record Member(
      int worker,
      String host,
      boolean here,
      int cores,
      long memoryBytes,
      String jdk,
      List<String> jvmArguments) {}

  /**
   * @param seconds since the first worker was started
   * @param cpuMicros of the coordinating process in that time, all of it, studies included
   * @param cpuShareOfWorker of one core, for each worker
   */
  public record Coordinator(double seconds, long cpuMicros, double cpuShareOfWorker) {}
}
