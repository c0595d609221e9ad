package dev.weir.server.mongod;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.server.Clients;
import dev.weir.server.FactsReader;
import dev.weir.server.Member;
import dev.weir.server.Recovery;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.ServerVersion;
import dev.weir.study.Topology;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** The mongods of one topology on this host, gone with us however we end. */
public final class LocalDeployment implements ServerUnderTest {
  private static final int PORT_ATTEMPTS = 5;
  private static final int LOOKS_PER_ELECTION = 8;
  private static final int NOTE_MILLIS = 10_000;
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  private final ServerRequest request;
  private final Topology topology;
  private final List<StartedMember> members;
  private final Runnable last;
  private final Thread shutdownHook = new Thread(this::closeMembers, "weir-server-shutdown");
  private @Nullable ServerFacts facts;
  private @Nullable Path authority;

  private LocalDeployment(ServerRequest request, List<StartedMember> members, Runnable last) {
    this.request = request;
    this.topology = request.topology();
    this.members = members;
    this.last = last;
  }

  /**
   * Makes a deployment of members that were started elsewhere.
   *
   * @param last is done once all of them have ended
   * @throws ServerException as {@link #start}
   */
  public static LocalDeployment of(
      ServerRequest request,
      List<StartedMember> members,
      Runnable last,
      ServerSource source,
      List<String> skipped,
      ServerVersion version)
      throws ServerException {
    LocalDeployment deployment = new LocalDeployment(request, List.copyOf(members), last);
    try {
      deployment.endWithThisProcess();
      deployment.bringUp(source, skipped, version);
      return deployment;
    } catch (PortTakenException e) {
      deployment.close();
      throw new ServerException("mongod can't listen at port " + e.port);
    } catch (MongoException e) {
      deployment.close();
      throw new ServerException("cannot set up " + request.topology() + ": " + e.getMessage());
    } catch (ServerException | RuntimeException e) {
      deployment.close();
      throw e;
    }
  }

  /**
   * Starts the topology as processes and waits until it takes writes and every member is in its
   * role.
   *
   * @throws ServerException too little disk, port taken, an option mongod refuses, or no primary in
   *     time; nothing is left running then, and no file
   */
  public static LocalDeployment start(
      ServerRequest request,
      MongodBinary binary,
      ServerSource source,
      List<String> skipped,
      Consumer<String> log)
      throws ServerException {
    MongodOptions options = MongodOptions.of(request, binary.version());
    DiskSpace.require(request);
    ServerCertificate certificate =
        request.tls() ? ServerCertificate.make(request.temporaryDirectory()) : null;
    for (int attempt = 1; ; attempt++) {
      List<Integer> ports = Ports.choose(request.port(), request.topology().members());
      LocalDeployment deployment = launch(request, binary, options, ports, certificate);
      try {
        deployment.bringUp(source, skipped, binary.version());
        return deployment;
      } catch (PortTakenException e) {
        deployment.close();
        if (request.port() != null || attempt == PORT_ATTEMPTS) {
          throw new ServerException(
              "port " + e.port + " of 127.0.0.1 is taken; end what listens there or use another");
        }
        // Somebody was faster between our choice and mongod's bind.
        log.accept("port " + e.port + " was taken meanwhile, trying others");
      } catch (MongoException e) {
        deployment.close();
        throw new ServerException(
            "started " + binary.path() + " but cannot set up " + request.topology() + ": " + e);
      } catch (ServerException | RuntimeException e) {
        deployment.close();
        throw e;
      }
    }
  }

  private static LocalDeployment launch(
      ServerRequest request,
      MongodBinary binary,
      MongodOptions options,
      List<Integer> ports,
      @Nullable ServerCertificate certificate)
      throws ServerException {
    List<StartedMember> members = new ArrayList<>();
    List<LocalMember> processes = new ArrayList<>();
    LocalDeployment deployment = new LocalDeployment(request, members, () -> {});
    deployment.endWithThisProcess();
    boolean setsid = MongodBinary.onPath("setsid", request.environment()) != null;
    Path root = null;
    try {
      root =
          Files.createTempDirectory(
              request.temporaryDirectory(),
              "weir-mongod-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      for (int i = 0; i < ports.size(); i++) {
        Path home = Files.createDirectory(root.resolve("m" + i));
        Path data = Files.createDirectory(home.resolve("db"));
        List<String> command =
            new ArrayList<>(options.command(binary.path(), i, ports.get(i), data));
        if (certificate != null) {
          certificate.writeTo(home);
          command.addAll(ServerCertificate.options(home));
        }
        processes.add(new LocalMember(home, ports.get(i), command, setsid));
      }
      members.addAll(processes);
      if (certificate != null) {
        deployment.authority = ServerCertificate.authority(processes.get(0).home());
      }
      for (LocalMember process : processes) {
        process.start();
      }
      return deployment;
    } catch (IOException | ServerException e) {
      deployment.close();
      // What no supervisor came to own: at most empty folders.
      LocalMember.removeEmptyFolders(root, ports.size());
      throw e instanceof ServerException known
          ? known
          : new ServerException(
              "cannot create a data folder in "
                  + request.temporaryDirectory()
                  + ": "
                  + e.getMessage());
    }
  }

  private void endWithThisProcess() throws ServerException {
    try {
      Runtime.getRuntime().addShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      throw new ServerException("Weir is shutting down; no server was started");
    }
  }

  private void bringUp(ServerSource source, List<String> skipped, ServerVersion version)
      throws ServerException, PortTakenException {
    Duration timeout = request.startTimeout();
    for (StartedMember member : members) {
      if (!member.awaitListening(timeout)) {
        if (Objects.equals(member.exitCode(), MongodProcess.EXIT_NET_ERROR)) {
          throw new PortTakenException(member.port());
        }
        throw new ServerException(
            "mongod ended at once with exit code "
                + member.exitCode()
                + "; "
                + member.lastComplaint());
      }
    }
    if (topology.replicated()) {
      new ReplicaSetSetup(topology, members, version).initiate(timeout);
    }
    facts =
        new FactsReader(members.get(0).client())
            .with(members.get(0).facts())
            .read(source, skipped, redactedUri(), addresses(), true);
  }

  private List<String> addresses() {
    return members.stream().map(StartedMember::address).toList();
  }

  @Override
  public String connectionString() {
    return "mongodb://"
        + String.join(",", addresses())
        + "/"
        + (topology.replicated() ? "?replicaSet=" + MongodOptions.REPLICA_SET : "");
  }

  @Override
  public String trusting(String uri) {
    return authority == null
        ? uri
        : uri
            + (uri.contains("?") ? "&" : "?")
            + "tlsCAFile="
            + URLEncoder.encode(authority.toString(), StandardCharsets.UTF_8);
  }

  @Override
  public ServerFacts facts() {
    return Objects.requireNonNull(facts, "opened");
  }

  @Override
  public synchronized List<Member> members() {
    return members.stream().map(this::describe).toList();
  }

  private Member describe(StartedMember member) {
    Member.Role role = Member.Role.UNAVAILABLE;
    if (member.runs()) {
      try {
        role = role(hello(member.client()));
      } catch (MongoException e) {
        role = Member.Role.UNAVAILABLE;
      }
    }
    return new Member(role, member.host(), member.port(), member.pid());
  }

  /** Once more if a connection turns out to have broken while nobody used it. */
  private static Document hello(MongoClient client) {
    try {
      return Clients.hello(client);
    } catch (MongoSocketReadTimeoutException e) {
      throw e;
    } catch (MongoSocketException e) {
      return Clients.hello(client);
    }
  }

  private Member.Role role(Document hello) {
    if (!topology.replicated()) {
      return Member.Role.STANDALONE;
    }
    if (hello.getBoolean("isWritablePrimary", false)) {
      return Member.Role.PRIMARY;
    }
    if (hello.getBoolean("arbiterOnly", false)) {
      return Member.Role.ARBITER;
    }
    return hello.getBoolean("secondary", false) ? Member.Role.SECONDARY : Member.Role.UNAVAILABLE;
  }

  @Override
  public synchronized List<Long> localPids() {
    return members.stream().map(StartedMember::pid).filter(Objects::nonNull).toList();
  }

  @Override
  public synchronized ServerCounters counters() throws ServerException {
    Document primary = null;
    List<Document> others = new ArrayList<>();
    StringBuilder ended = new StringBuilder();
    for (StartedMember member : members) {
      if (!member.runs()) {
        ended.append("; ").append(member.address()).append(" ended: ").append(member.fate());
        continue;
      }
      try {
        MongoClient client = member.client();
        Document status = Clients.admin(client, new Document("serverStatus", 1));
        if (primary == null && takesWrites(status)) {
          primary = status;
        } else {
          others.add(status);
        }
      } catch (MongoException e) {
        // A member that does not answer has no counters to add.
      }
    }
    if (primary == null) {
      throw new ServerException("no primary among " + String.join(", ", addresses()) + ended);
    }
    ServerCounters counters = ServerCounters.of(primary);
    for (Document other : others) {
      counters = counters.plusMember(other);
    }
    return counters;
  }

  private static boolean takesWrites(Document status) {
    return !(status.get("repl") instanceof Document repl)
        || repl.getBoolean("isWritablePrimary", repl.getBoolean("ismaster", false));
  }

  @Override
  public synchronized void stop(Member member) throws ServerException {
    find(member).stop(STOP_TIMEOUT);
  }

  @Override
  public synchronized Member restart(Member member) throws ServerException {
    StartedMember found = find(member);
    if (found.runs()) {
      throw new ServerException(member.address() + " runs; stop it before restarting it");
    }
    found.restart(request.startTimeout());
    return describe(found);
  }

  @Override
  public Map<String, String> memberStates() {
    Map<String, String> states = new TreeMap<>();
    members().forEach(member -> states.put(member.address(), member.role().name()));
    return states;
  }

  /** Starts again what has ended, on its own data, and gives the first member back its role. */
  @Override
  public void recover(Map<String, String> expected, Duration atMost) throws ServerException {
    AtomicInteger looks = new AtomicInteger();
    Recovery.await(
        atMost,
        () -> {
          // At each look: a member's end may show late, and its port may be taken for a moment.
          restartEnded(atMost);
          Map<String, String> now = memberStates();
          if (now.equals(expected)) {
            boolean answers = counters().uptimeMillis() >= 0;
            checkpoint(now);
            return answers;
          }
          // Not at each look: an election takes a moment, and the next one would end it.
          if (topology.replicated() && looks.getAndIncrement() % LOOKS_PER_ELECTION == 0) {
            Clients.tryAdmin(members.get(0).client(), new Document("replSetStepUp", 1));
          }
          throw new ServerException(
              "its members are " + now + ", and were " + expected + awayReasons(now, expected));
        });
  }

  /**
   * Has every member keep on disk what a majority has now. A checkpoint comes only once a minute: a
   * member that is killed again and again before that rolls back all it ever did, for minutes.
   */
  private synchronized void checkpoint(Map<String, String> states) {
    for (StartedMember member : members) {
      if (Objects.equals(states.get(member.address()), Member.Role.PRIMARY.name())) {
        // What a majority has is known from the first write of a new primary on.
        Clients.tryAdmin(
            member.client(),
            new Document("appendOplogNote", 1)
                .append("data", new Document("weir", "back"))
                .append(
                    "writeConcern", new Document("w", "majority").append("wtimeout", NOTE_MILLIS)));
      }
    }
    for (StartedMember member : members) {
      Clients.tryAdmin(member.client(), new Document("fsync", 1));
    }
  }

  /** What members say that are not in their role: how they ended, or what they do meanwhile. */
  private synchronized String awayReasons(Map<String, String> now, Map<String, String> expected) {
    StringBuilder reasons = new StringBuilder();
    for (StartedMember member : members) {
      String address = member.address();
      if (!Objects.equals(now.get(address), expected.get(address))) {
        reasons.append("; ").append(address).append(' ').append(member.meanwhile());
      }
    }
    return reasons.toString();
  }

  private synchronized void restartEnded(Duration atMost) throws ServerException {
    for (StartedMember member : members) {
      if (!member.runs()) {
        member.disconnect();
        member.restart(atMost);
      }
    }
  }

  private StartedMember find(Member member) throws ServerException {
    for (StartedMember candidate : members) {
      if (candidate.port() == member.port()) {
        return candidate;
      }
    }
    throw new ServerException(member.address() + " is no member of this deployment");
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The hook is running and does the same.
    }
    closeMembers();
  }

  private synchronized void closeMembers() {
    // Clients first: a monitor that sees its server die reports it.
    members.forEach(StartedMember::disconnect);
    members.forEach(StartedMember::kill);
    members.forEach(StartedMember::close);
    last.run();
  }

  /** A socket could not be opened; another port may do. */
  private static final class PortTakenException extends Exception {
    private static final long serialVersionUID = 1L;
    private final int port;

    PortTakenException(int port) {
      super("port " + port);
      this.port = port;
    }
  }
}
