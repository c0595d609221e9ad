package dev.weir.load.process;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ClientShares;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.SavesMeasurement;
import dev.weir.record.TrialMeasurement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The load processes of one round, one for each client. Where one fails in a joint trial, all are
 * ended, so that no load goes on unwatched.
 */
public final class LoadClients implements AutoCloseable {
  private final List<ClientProcess> jvms;

  /**
   * What a trial gave.
   *
   * @param reasons against it that lie in single clients; how a client that was alone fared is in
   *     its measurement
   * @param shares null for a single client
   */
  public record Measured(
      TrialMeasurement measurement, List<String> reasons, @Nullable ClientShares shares) {}

  private LoadClients(List<ClientProcess> jvms) {
    this.jvms = jvms;
  }

  /** Those that somebody else started; they are closed with this. */
  public static LoadClients of(List<? extends ClientProcess> started) {
    return new LoadClients(List.copyOf(started));
  }

  /** As {@link #start(Class, Path, int, ClientPrefix)}, each JVM started directly. */
  public static LoadClients start(Class<?> main, Path log, int clients) throws IOException {
    return start(main, log, clients, ClientPrefix.NONE);
  }

  /**
   * Starts the processes.
   *
   * @param main as for {@link LoadJvm#start}
   * @param log where their standard error is appended
   * @param prefix the command that starts each
   */
  public static LoadClients start(Class<?> main, Path log, int clients, ClientPrefix prefix)
      throws IOException {
    return start(main, log, clients, prefix, JvmSettings.USUAL);
  }

  /**
   * Starts the processes.
   *
   * @param main as for {@link LoadJvm#start}
   * @param log where their standard error is appended
   * @param prefix the command that starts each
   * @param jvm options and jars of each
   */
  public static LoadClients start(
      Class<?> main, Path log, int clients, ClientPrefix prefix, JvmSettings jvm)
      throws IOException {
    List<ClientProcess> jvms = new ArrayList<>();
    LoadClients started = new LoadClients(jvms);
    try {
      for (int i = 0; i < clients; i++) {
        jvms.add(LoadJvm.start(main, log, clients, i + 1, prefix, jvm));
      }
      return started;
    } catch (IOException e) {
      started.close();
      throw e;
    }
  }

  /** How many there are. */
  public int size() {
    return jvms.size();
  }

  /**
   * A process id, empty where the client runs on another host.
   *
   * @param client from 0
   */
  public OptionalLong pid(int client) {
    return jvms.get(client).localPid();
  }

  /** The first, for orders that a single client obeys. */
  public ClientProcess first() {
    return jvms.get(0);
  }

  /** Whether all processes still run. */
  public boolean alive() {
    return jvms.stream().allMatch(ClientProcess::alive);
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
    for (ClientProcess jvm : jvms) {
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
    for (ClientProcess jvm : jvms) {
      jvm.send(order);
    }
    long millis = 0;
    Map<String, LoadEvent.Warmed.Path> paths = new LinkedHashMap<>();
    for (ClientProcess jvm : jvms) {
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
      return alone(trial, timeout, events);
    }
    try {
      JointTrial.Result result =
          new JointTrial(jvms.subList(0, clients), Timing.system(), events).run(trial);
      List<String> reasons = new ArrayList<>(JointTrial.reasons(result, trial.windowMillis()));
      reasons.addAll(TrialValidity.clock(result.measurement()));
      return new Measured(result.measurement(), reasons, result.shares());
    } catch (LoadFailure e) {
      jvms.forEach(ClientProcess::kill);
      throw e;
    }
  }

  /**
   * Measures a turn of a cell on the first process.
   *
   * @throws LoadFailure if it fails, dies or stays silent
   */
  public Measured visit(LoadOrder.Visit visit, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    return alone(visit, timeout, events);
  }

  private Measured alone(LoadOrder order, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    ClientProcess jvm = jvms.get(0);
    jvm.send(order);
    LoadEvent.Done done = jvm.await(LoadEvent.Done.class, timeout, events);
    List<String> reasons = new ArrayList<>(done.reasons());
    reasons.addAll(TrialValidity.clock(done.measurement()));
    return new Measured(done.measurement(), reasons, null);
  }

  /**
   * Plays the economy on the first process.
   *
   * @throws LoadFailure if it fails, dies or stays silent
   */
  public EconomyMeasurement play(
      LoadOrder.Economy order, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    ClientProcess jvm = jvms.get(0);
    jvm.send(order);
    return jvm.await(LoadEvent.EconomyDone.class, timeout, events).measurement();
  }

  /**
   * Plays a game that saves on the first process.
   *
   * @throws LoadFailure if it fails, dies or stays silent
   */
  public SavesMeasurement save(LoadOrder.Saves order, Duration timeout, Consumer<LoadEvent> events)
      throws LoadFailure, InterruptedException {
    ClientProcess jvm = jvms.get(0);
    jvm.send(order);
    return jvm.await(LoadEvent.SavesDone.class, timeout, events).measurement();
  }

  @Override
  public void close() {
    jvms.forEach(ClientProcess::close);
  }
}
