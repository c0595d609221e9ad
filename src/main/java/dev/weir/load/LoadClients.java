package dev.weir.load;

import dev.weir.record.ClientShares;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.TrialMeasurement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The load processes of one round on this host, one for each client. Where one fails in a joint
 * trial, all are ended, so that no load goes on unwatched.
 */
public final class LoadClients implements AutoCloseable {
  private final List<LoadJvm> jvms;

  /**
   * What a trial gave.
   *
   * @param reasons against it that lie in single clients
   * @param shares null for a single client
   */
  public record Measured(
      TrialMeasurement measurement, List<String> reasons, @Nullable ClientShares shares) {}

  private LoadClients(List<LoadJvm> jvms) {
    this.jvms = jvms;
  }

  /**
   * Starts the processes.
   *
   * @param main as for {@link LoadJvm#start}
   * @param log where their standard error is appended
   */
  public static LoadClients start(Class<?> main, Path log, int clients) throws IOException {
    List<LoadJvm> jvms = new ArrayList<>();
    LoadClients started = new LoadClients(jvms);
    try {
      for (int i = 0; i < clients; i++) {
        jvms.add(LoadJvm.start(main, log, clients));
      }
      return started;
    } catch (IOException e) {
      started.close();
      throw e;
    }
  }

  /** Process ids, by client. */
  public List<Long> pids() {
    return jvms.stream().map(LoadJvm::pid).toList();
  }

  /** Whether all processes still run. */
  public boolean alive() {
    return jvms.stream().allMatch(LoadJvm::alive);
  }

  /**
   * Tells each process where to write.
   *
   * @param order by index of the client, from 0
   */
  public void connect(IntFunction<LoadOrder.Connect> order, Duration timeout)
      throws LoadFailure, InterruptedException {
    for (int i = 0; i < jvms.size(); i++) {
      jvms.get(i).send(order.apply(i));
    }
    for (LoadJvm jvm : jvms) {
      jvm.await(LoadEvent.Ready.class, timeout, event -> {});
    }
  }

  /**
   * Warms all processes at the same time; a path is steady where it is so on each.
   *
   * @param events of the first one
   */
  public LoadEvent.Warmed warmUp(
      LoadOrder.WarmUp order, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    for (LoadJvm jvm : jvms) {
      jvm.send(order);
    }
    long millis = 0;
    Map<String, LoadEvent.Warmed.Path> paths = new LinkedHashMap<>();
    for (LoadJvm jvm : jvms) {
      LoadEvent.Warmed warmed =
          jvm.await(LoadEvent.Warmed.class, timeout, jvm == jvms.get(0) ? events : event -> {});
      millis = Math.max(millis, warmed.millis());
      warmed.paths().forEach(path -> paths.merge(path.id(), path, LoadClients::lessSteady));
    }
    return new LoadEvent.Warmed(millis, List.copyOf(paths.values()));
  }

  private static LoadEvent.Warmed.Path lessSteady(
      LoadEvent.Warmed.Path a, LoadEvent.Warmed.Path b) {
    return a.steady() ? b : a;
  }

  /**
   * Measures one cell.
   *
   * @param clients how many of the processes take part
   * @param timeout longest time for a single client; of several, each has to tell something all the
   *     time
   * @throws LoadFailure if a client fails, dies or stays silent
   */
  public Measured trial(
      LoadOrder.Trial trial, int clients, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    if (clients == 1) {
      LoadJvm jvm = jvms.get(0);
      jvm.send(trial);
      TrialMeasurement alone = jvm.await(LoadEvent.Done.class, timeout, events).measurement();
      return new Measured(alone, TrialValidity.starved(alone), null);
    }
    try {
      JointTrial.Result result =
          new JointTrial(jvms.subList(0, clients), Timing.system(), events).run(trial);
      return new Measured(
          result.measurement(), JointTrial.reasons(result, trial.windowMillis()), result.shares());
    } catch (LoadFailure e) {
      jvms.forEach(LoadJvm::kill);
      throw e;
    }
  }

  /**
   * Plays the economy on the first process.
   *
   * @throws LoadFailure if it fails, dies or stays silent
   */
  public EconomyMeasurement play(
      LoadOrder.Economy order, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    LoadJvm jvm = jvms.get(0);
    jvm.send(order);
    return jvm.await(LoadEvent.EconomyDone.class, timeout, events).measurement();
  }

  @Override
  public void close() {
    jvms.forEach(LoadJvm::close);
  }
}
