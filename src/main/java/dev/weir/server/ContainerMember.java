package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.server.mongod.MongodProcess;
import dev.weir.server.mongod.StartedMember;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A member in a container of its own, on data that outlive the container. */
final class ContainerMember extends StartedMember {
  /**
   * Arguments: mongod and its own. A background job has no stdin, hence descriptor 3. A line asks
   * for a clean end, the end of input for an end at once.
   */
  static final String SCRIPT =
      """
      exec 3<&0
      "$@" </dev/null >/tmp/mongod.log 2>&1 3<&- &
      mongod=$!
      ( while read -r _ <&3; do kill -TERM "$mongod"; done; kill -KILL "$mongod" ) >/dev/null 2>&1 &
      wait "$mongod"
      code=$?
      tail -n 1000 /tmp/mongod.log
      for file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
        if [ -r "$file" ]; then
          while read -r name value; do
            if [ "$name" = oom_kill ]; then echo "weir: oom_kill $value"; fi
          done <"$file"
        fi
      done
      echo "weir: exit $code"
      """;

  private static final Pattern EXIT = Pattern.compile("(?m)^weir: exit (\\d+)$");
  private static final Pattern OUT_OF_MEMORY = Pattern.compile("(?m)^weir: oom_kill [1-9]");
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final int KILLED = 137;

  /** Starts the member's mongod in a new container. */
  @FunctionalInterface
  interface Start {
    Container start(Patience waits) throws ServerException;
  }

  private final Start start;
  private final Map<String, String> facts;
  private Container container;
  private @Nullable Long pid;
  private @Nullable CompletableFuture<Void> end;

  /**
   * @param start starts it once more
   * @param container the one in which it runs now
   * @param facts of its container, for the record
   */
  ContainerMember(
      String host, int port, Start start, Container container, Map<String, String> facts) {
    super(host, port);
    this.start = start;
    this.container = container;
    this.facts = facts;
  }

  /**
   * Waits until the container's mongod answers at one of the hosts.
   *
   * @return that host, or null if the container ended instead
   * @throws ServerException if patience ends first
   */
  static @Nullable String awaitAnswer(
      Container container, Patience waits, Callable<List<String>> hosts, int port)
      throws ServerException {
    String what = "mongod in its container";
    while (!container.ended()) {
      for (String host : waits.call(what, hosts)) {
        if (answers(host, port)) {
          return host;
        }
      }
      waits.pause(what);
    }
    return null;
  }

  /** Whether a mongod answers there. */
  static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) ANSWER.toMillis());
    } catch (IOException e) {
      return false;
    }
    try (MongoClient client = Clients.direct(host, port, ANSWER)) {
      Clients.hello(client);
      return true;
    } catch (MongoException e) {
      return false;
    }
  }

  @Override
  public boolean awaitListening(Duration timeout) throws ServerException {
    Patience waits = new Patience(timeout, line -> {});
    return awaitAnswer(container, waits, () -> List.of(host()), port()) != null;
  }

  @Override
  public void stop(Duration timeout) throws ServerException {
    disconnect();
    container.sendLine();
    if (!container.awaitEnd(timeout)) {
      throw new ServerException("mongod at port " + port() + " did not stop within " + timeout);
    }
  }

  @Override
  public void restart(Duration timeout) throws ServerException {
    container.end();
    container = start.start(new Patience(timeout, line -> {}));
    pid = null;
    if (!awaitListening(timeout)) {
      throw new ServerException(
          "mongod at port " + port() + " did not come up again; " + lastComplaint());
    }
  }

  @Override
  public void kill() {
    end = CompletableFuture.runAsync(container::end);
  }

  @Override
  public void close() {
    if (end == null) {
      container.end();
    } else {
      end.join();
    }
  }

  @Override
  public boolean runs() {
    return !container.ended();
  }

  /** The process as this host sees it; none where the engine runs in a virtual machine. */
  @Override
  public @Nullable Long pid() {
    if (!runs()) {
      return null;
    }
    if (pid == null) {
      try {
        pid = mongodBelow(container.pid());
      } catch (ServerException e) {
        return null;
      }
    }
    return pid;
  }

  private static @Nullable Long mongodBelow(long shell) {
    return ProcessHandle.of(shell).stream()
        .flatMap(ProcessHandle::children)
        .map(ProcessHandle::pid)
        .filter(HostIdentity::isMongoProcess)
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable Integer exitCode() {
    if (runs()) {
      return null;
    }
    Matcher exit = EXIT.matcher(container.text());
    return exit.find() ? Integer.valueOf(exit.group(1)) : Integer.valueOf(-1);
  }

  @Override
  public String lastComplaint() {
    return complaint(container);
  }

  static String complaint(Container container) {
    return MongodProcess.complaint(container.text());
  }

  @Override
  public String fate() {
    String text = container.text();
    if (!EXIT.matcher(text).find()) {
      return "its container was killed";
    }
    boolean memory = Objects.equals(exitCode(), KILLED) && OUT_OF_MEMORY.matcher(text).find();
    return super.fate() + (memory ? ", the memory limit of its container was hit" : "");
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }
}
