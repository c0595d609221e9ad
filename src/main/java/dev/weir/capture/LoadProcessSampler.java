package dev.weir.capture;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * CPU time of processes on this host, those of the load above all: {@code <label>.cpuMicros},
 * cumulative, user and kernel together. Ten milliseconds is as fine as Linux tells it. Beside it
 * {@code <label>.runDelayMicros} and {@code <label>_cores_allowed}, and {@code same_cores} where
 * all of them are confined to the same cores, see {@link ProcessScheduling}.
 */
final class LoadProcessSampler implements Sampler {
  static final String NAME = "process";

  private final ProcessTable processes;
  private final Clock clock;
  private final LongFunction<Optional<Duration>> cpuOf;
  private final ProcessScheduling scheduling;

  LoadProcessSampler(
      ProcessTable processes,
      Clock clock,
      LongFunction<Optional<Duration>> cpuOf,
      ProcessScheduling scheduling) {
    this.processes = processes;
    this.clock = clock;
    this.cpuOf = cpuOf;
    this.scheduling = scheduling;
  }

  /** Total CPU time of a live process, as the JDK reads it from the operating system. */
  static Optional<Duration> cpuOfProcess(long pid) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(process -> process.info().totalCpuDuration());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Reading sample() throws IOException {
    Map<String, Long> pids = processes.snapshot();
    Map<String, Number> values = new LinkedHashMap<>();
    long now = clock.millis();
    pids.forEach(
        (label, pid) ->
            cpuOf
                .apply(pid)
                .ifPresent(
                    cpu -> {
                      values.put(label + ".cpuMicros", cpu.toNanos() / 1_000);
                      scheduling
                          .runDelayMicros(pid)
                          .ifPresent(micros -> values.put(label + ".runDelayMicros", micros));
                      scheduling
                          .coresAllowed(pid)
                          .ifPresent(cores -> values.put(label + "_cores_allowed", cores));
                    }));
    scheduling.sameCores(pids.values()).ifPresent(cores -> values.put("same_cores", cores));
    if (values.isEmpty() && !pids.isEmpty()) {
      throw new IOException("no process left of " + pids);
    }
    return new Reading(now, Map.of(), values);
  }

  @Override
  public void close() {}
}
