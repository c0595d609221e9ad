package dev.weir.runner.jmh;

import dev.weir.load.LoadEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's usual output, and beside it the events of a load process: JMH calls this in the host while
 * a fork runs.
 */
final class WatchedOutput implements OutputFormat {
  private static final String FAILURE = "<failure>";

  private final OutputFormat text;
  private final ForkLog.Tail log;
  private final Consumer<LoadEvent> events;
  private final List<ForkLog.Line> lines = new ArrayList<>();
  private String id = "";
  private boolean failing;
  private @Nullable String failure;

  /**
   * @param out where JMH's own text goes
   * @param log that the forks write
   * @param events of the cells, whose ids are in the parameter {@link JmhCells#ID}
   */
  WatchedOutput(PrintStream out, ForkLog.Tail log, Consumer<LoadEvent> events) {
    this.text = OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL);
    this.log = log;
    this.events = events;
  }

  /** What the forks wrote into their log. */
  List<ForkLog.Line> lines() {
    take();
    return lines;
  }

  /** The first line of what the last fork failed with, null if none failed. */
  @Nullable String failure() {
    return failure;
  }

  private void take() {
    try {
      for (ForkLog.Line line : log.next()) {
        lines.add(line);
        if (line instanceof ForkLog.Started started) {
          events.accept(new LoadEvent.Forked(started.pid()));
        } else if (line instanceof ForkLog.Iteration iteration) {
          events.accept(
              new LoadEvent.Iteration(
                  id, iteration.warmUp(), iteration.number(), iteration.fromMillis()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void startBenchmark(BenchmarkParams params) {
    String cell = params.getParamsKeys().contains(JmhCells.ID) ? params.getParam(JmhCells.ID) : "";
    id = cell.isEmpty() ? params.getBenchmark() : cell;
    text.startBenchmark(params);
  }

  @Override
  public void iteration(BenchmarkParams params, IterationParams iteration, int number) {
    if (iteration.getType() == IterationType.MEASUREMENT && number == 1) {
      events.accept(new LoadEvent.Measuring(id, System.currentTimeMillis()));
    }
    text.iteration(params, iteration, number);
  }

  @Override
  public void iterationResult(
      BenchmarkParams params, IterationParams iteration, int number, IterationResult result) {
    text.iterationResult(params, iteration, number, result);
    take();
    events.accept(new LoadEvent.Rate(id, ForkMeasurement.rate(result, ForkMeasurement.DOCUMENTS)));
    if (iteration.getType() == IterationType.MEASUREMENT && number == iteration.getCount()) {
      events.accept(new LoadEvent.Measured(id, System.currentTimeMillis()));
    }
  }

  @Override
  public void println(String line) {
    text.println(line);
    if (failing && !line.isBlank()) {
      failing = false;
      failure = line.strip().replaceFirst("^([a-z]+\\.)+[A-Za-z]+(Exception|Error): ", "");
    }
    failing |= line.contains(FAILURE);
  }

  @Override
  public void endBenchmark(@Nullable BenchmarkResult result) {
    text.endBenchmark(result);
  }

  @Override
  public void startRun() {
    text.startRun();
  }

  @Override
  public void endRun(Collection<RunResult> results) {
    text.endRun(results);
  }

  @Override
  public void print(String words) {
    text.print(words);
  }

  @Override
  public void flush() {
    text.flush();
  }

  @Override
  public void close() {
    text.close();
  }

  @Override
  public void verbosePrintln(String line) {
    text.verbosePrintln(line);
  }

  @Override
  public void write(int b) {
    text.write(b);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    text.write(bytes);
  }
}
