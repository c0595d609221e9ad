package dev.weir.cli;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import dev.weir.fleet.Addresses;
import dev.weir.fleet.AwaitedWorkers;
import dev.weir.fleet.Fleet;
import dev.weir.fleet.LoadJvmCommand;
import dev.weir.fleet.LocalWorkers;
import dev.weir.fleet.SparkWorkers;
import dev.weir.fleet.Token;
import dev.weir.fleet.WorkerLauncher;
import dev.weir.load.engine.Timing;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a fleet's workers come from and where they find their coordinator. */
final class FleetOptions {
  private static final Pattern COUNTED = Pattern.compile("(local|wait):([1-9][0-9]{0,3})");
  private static final String WAIT = "wait";

  @Option(
      names = "--master",
      paramLabel = "MASTER",
      description =
          "local:N for processes of this host; a Spark master (spark://HOST:PORT, yarn, k8s://…,"
              + " local[N]); wait:N for workers that somebody else starts.")
  private @Nullable String master;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many workers to start on a Spark master.")
  private @Nullable Integer workers;

  @Option(
      names = "--listen",
      defaultValue = "127.0.0.1:0",
      paramLabel = "HOST:PORT",
      description =
          "Where the coordinator waits for workers; port 0 for any that is free. Default:"
              + " ${DEFAULT-VALUE}.")
  private String listen;

  @Option(
      names = "--advertise",
      paramLabel = "HOST",
      description =
          "The host name by which workers reach the coordinator. Default: the host of "
              + "--listen.")
  private @Nullable String advertise;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file with the secret that workers of wait:N must have. Or set " + "WEIR_FLEET_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--join-within",
      defaultValue = "120",
      paramLabel = "SECONDS",
      description = "How long to wait for workers. Default: ${DEFAULT-VALUE}.")
  private int joinWithin;

  @Option(
      names = "--trust-network",
      description =
          "Send the URI's password to workers without encryption. Use it only on your own "
              + "closed network.")
  private boolean trustNetwork;

  /** Whether a fleet was asked for. */
  boolean given() {
    return master != null;
  }

  /** How many workers there are to be. */
  int workers() throws BadInput {
    Matcher counted = COUNTED.matcher(master());
    if (counted.matches()) {
      int named = Integer.parseInt(counted.group(2));
      if (workers != null && workers != named) {
        throw new BadInput("--workers " + workers + " contradicts --master " + master);
      }
      return named;
    }
    if (master().startsWith("local:") || master().startsWith(WAIT)) {
      throw new BadInput("--master " + master + ": must be local:N or wait:N, N from 1 to 9999");
    }
    if (workers == null || workers < 1) {
      throw new BadInput("--master " + master + " needs --workers N");
    }
    return workers;
  }

  /** How many load processes share the memory of one host, as far as is known. */
  int sharers() throws BadInput {
    return master().startsWith("local:") ? workers() : 1;
  }

  private String master() throws BadInput {
    if (master == null) {
      throw new BadInput("name the workers: --master local:N, wait:N or a Spark master");
    }
    return master;
  }

  /** The fleet, not yet called together. */
  Fleet fleet(Consumer<String> log) throws BadInput {
    try {
      InetSocketAddress address = Addresses.parse(listen);
      String host = advertise != null ? advertise : hostOf(address);
      Fleet.Setup setup =
          new Fleet.Setup(
              master(), workers(), address, host, token(), Duration.ofSeconds(joinWithin));
      return new Fleet(setup, launcher(), Timing.system(), log);
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  private static String hostOf(InetSocketAddress listen) throws UnknownHostException {
    InetAddress address = InetAddress.getByName(listen.getHostString());
    return address.isAnyLocalAddress()
        ? InetAddress.getLocalHost().getHostName()
        : listen.getHostString();
  }

  private @Nullable Token token() throws BadInput, IOException {
    String variable = System.getenv(Token.VARIABLE);
    if (tokenFile != null) {
      if (!Files.isReadable(tokenFile)) {
        throw new BadInput(
            "--token-file "
                + tokenFile
                + ": no file that can be read; put the workers' secret there");
      }
      return Token.read(tokenFile);
    }
    if (variable != null) {
      return Token.of(variable);
    }
    if (master().startsWith(WAIT)) {
      throw new BadInput(
          "--master " + master + " needs --token-file FILE, with a secret that workers know too");
    }
    return null;
  }

  private WorkerLauncher launcher() throws BadInput, IOException {
    if (master().startsWith("local:")) {
      return new LocalWorkers();
    }
    if (master().startsWith(WAIT)) {
      return new AwaitedWorkers();
    }
    return new SparkWorkers(
        master(), SparkWorkers.submit(System.getenv()), LoadJvmCommand.ofThisJar().classPath());
  }

  /**
   * Before anything is written: whether the workers can reach the server at all, and whether its
   * password stays at home.
   */
  void check(Fleet fleet, ServerUnderTest server) throws BadInput {
    ConnectionString uri = new ConnectionString(server.connectionString());
    boolean loopback =
        uri.getHosts().stream().allMatch(host -> loopback(new ServerAddress(host).getHost()));
    if (!fleet.here() && loopback) {
      throw new BadInput(
          "workers on other hosts can't reach a server on this host's loopback; name one by --uri");
    }
    if (uri.getCredential() != null
        && !trustNetwork
        && !loopback(Addresses.parse(listen).getHostString())) {
      throw new BadInput(
          String.format(
              Locale.ROOT,
              "the URI's password would travel from %s to the workers in the clear; add"
                  + " --trust-network if nobody else is on that network",
              listen));
    }
  }

  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
