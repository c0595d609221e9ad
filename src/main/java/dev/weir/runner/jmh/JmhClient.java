package dev.weir.runner.jmh;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.ClientProcess;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.RunFolder;
import dev.weir.runner.LoadMain;
import dev.weir.study.Cell;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Answers a study's orders by running JMH in this JVM, which starts a fork for each trial. */
final class JmhClient implements ClientProcess {
  /** JMH's own text, of all forks. */
  private static final String TEXT = "jmh.log";

  /** The lines of {@link ForkLog}, of all forks. */
  private static final String FORKS = "jmh-forks.jsonl";

  private final JmhTimes times;
  private final JmhResults results;
  private final Path run;
  private final AtomicInteger forks;
  private final Path folder;
  private final BlockingQueue<LoadEvent> events = new LinkedBlockingQueue<>();
  private LoadOrder.@Nullable Connect connection;
  private volatile boolean killed;

  /**
   * @param run the run's folder
   * @param forks how many the run has started
   */
  JmhClient(JmhTimes times, JmhResults results, Path run, AtomicInteger forks) throws IOException {
    this.times = times;
    this.results = results;
    this.run = run;
    this.forks = forks;
    this.folder = Files.createTempDirectory("weir-jmh"); // for its owner only
  }

  @Override
  public void send(LoadOrder order) throws LoadFailure {
    if (order instanceof LoadOrder.Connect connect) {
      connection = connect;
      events.add(new LoadEvent.Ready(ProcessHandle.current().pid()));
    } else if (order instanceof LoadOrder.WarmUp) {
      events.add(new LoadEvent.Warmed(0, List.of())); // JMH warms each fork
    } else if (order instanceof LoadOrder.Trial trial && connection != null) {
      LoadOrder.Connect to = connection;
      Thread thread = new Thread(() -> carryOut(trial, to), "jmh");
      thread.setDaemon(true);
      thread.start();
    } else if (!(order instanceof LoadOrder.Quit)) {
      throw new LoadFailure("JMH can't carry out the order " + order.getClass().getSimpleName());
    }
  }

  private void carryOut(LoadOrder.Trial trial, LoadOrder.Connect to) {
    try {
      events.add(measure(trial, to));
    } catch (IOException | RuntimeException e) {
      events.add(new LoadEvent.Failed("JMH: " + e.getMessage()));
    } catch (RunnerException e) {
      // It repeats the failure of the fork, which is reported already, with a stack.
      events.add(new LoadEvent.Failed(firstLine(e) + "; see " + TEXT));
    }
  }

  private static String firstLine(RunnerException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("JMH failed").strip();
  }

  private LoadEvent measure(LoadOrder.Trial trial, LoadOrder.Connect to)
      throws IOException, RunnerException {
    Cell cell = Cell.parse(trial.work().factors());
    Path order = folder.resolve("order.json");
    Path log = folder.resolve("fork.jsonl");
    Files.deleteIfExists(log);
    new ForkOrder(
            to.uri(),
            new ForkOrder.StudyCell(
                cell.written(),
                to.database(),
                trial.work().collection(),
                to.documents(),
                trial.seed()),
            new LoadOrder.Connect.Series(
                run.resolve(RunFolder.CAPTURE).toString(),
                "fork" + forks.incrementAndGet(),
                LoadMain.LABEL))
        .write(order);
    Collection<RunResult> forks;
    WatchedOutput output;
    try (OutputStream file =
            Files.newOutputStream(
                run.resolve(TEXT), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        PrintStream text = new PrintStream(file, true, StandardCharsets.UTF_8)) {
      output = new WatchedOutput(text, new ForkLog.Tail(log), events::add);
      try {
        forks = new Runner(options(trial.work().id(), cell, order, log), output).run();
      } catch (RunnerException e) {
        String why = output.failure();
        throw why == null ? e : new RunnerException(why, e);
      } finally {
        if (Files.exists(log)) {
          Files.write(
              run.resolve(FORKS),
              Files.readAllBytes(log),
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
        }
      }
    }
    BenchmarkResult fork =
        forks.stream()
            .flatMap(result -> result.getBenchmarkResults().stream())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the fork left no result; see " + TEXT));
    ForkMeasurement measured = ForkMeasurement.of(fork, output.lines(), cell.batch());
    results.add(trial.work().id(), measured.measurement().measured().fromMillis(), fork);
    if (!measured.warm()) {
      events.add(
          new LoadEvent.Noted(
              "no steady state shown in JMH's warm-up; give the study a longer warmUp"));
    }
    return new LoadEvent.Done(trial.work().id(), measured.measurement(), measured.reasons());
  }

  private Options options(String id, Cell cell, Path order, Path log) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(JmhCells.benchmark(cell)) + "$")
            .threads(JmhCells.threads(cell))
            .forks(1)
            .warmupForks(0)
            .warmupIterations(times.warmUps())
            .warmupTime(TimeValue.milliseconds(times.warmUpMillis()))
            .measurementIterations(times.iterations())
            .measurementTime(TimeValue.milliseconds(times.millis()))
            .addProfiler(IterationMarks.class)
            .jvmArgs(LoadJvm.arguments().toArray(String[]::new))
            .jvmArgsAppend(
                "-D" + ForkOrder.PROPERTY + "=" + order, "-D" + ForkLog.PROPERTY + "=" + log)
            .shouldFailOnError(true);
    JmhCells.params(id, cell).forEach((name, value) -> options.param(name, value));
    return options.build();
  }

  @Override
  public LoadEvent next(Duration timeout) throws LoadFailure, InterruptedException {
    LoadEvent event = events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (event == null) {
      kill();
      throw new LoadFailure(
          "JMH did not answer within " + timeout.toSeconds() + " s and its fork was ended");
    }
    if (event instanceof LoadEvent.Failed failed) {
      throw new LoadFailure(failed.reason());
    }
    return event;
  }

  /** Forks come and go; each is reported by {@link LoadEvent.Forked}. */
  @Override
  public OptionalLong localPid() {
    return OptionalLong.empty();
  }

  @Override
  public boolean alive() {
    return !killed;
  }

  @Override
  public void kill() {
    killed = true;
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(folder.toString()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    kill();
    try {
      for (String name : List.of("order.json", "fork.jsonl")) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
