package dev.weir.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.Eventually;
import dev.weir.load.engine.Timing;
import dev.weir.runner.BuildInfo;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is let in, over real sockets on loopback. */
@Timeout(60)
class CoordinatorTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** So quick that a ping would overtake a welcome if it could. */
  private static final Coordinator.Beats BEATS = new Coordinator.Beats(Duration.ofMillis(1), LONG);

  private final Token token = Token.draw();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<Channel> channels = new CopyOnWriteArrayList<>();
  private Coordinator coordinator;

  @BeforeEach
  void open() throws IOException {
    coordinator =
        Coordinator.open(
            Addresses.parse("127.0.0.1:0"), token, 2, BEATS, Timing.system(), log::add);
  }

  @AfterEach
  void close() {
    channels.forEach(Channel::close);
    coordinator.close();
  }

  private Channel connect() throws IOException {
    Channel channel =
        new Channel(new Socket(InetAddress.getLoopbackAddress(), coordinator.port()), LONG);
    channels.add(channel);
    return channel;
  }

  /** What the coordinator answers to a worker of that index, token and build. */
  private @Nullable FleetOrder answer(int worker, Token its, String build) throws IOException {
    Channel channel = connect();
    FleetOrder.Greeting greeting =
        (FleetOrder.Greeting) requireNonNull(channel.read(FleetOrder.class));
    channel.write(
        new FleetEvent.Hello(
            worker,
            its.proof(Worker.ROLE + worker, greeting.nonce()),
            "nonce",
            build,
            WorkerFacts.read()));
    return channel.read(FleetOrder.class);
  }

  private static String build() {
    return BuildInfo.read().toString();
  }

  @Test
  void whoShowsTheTokenIsLetInAndPinged() throws Exception {
    assertThat(answer(1, token, build()))
        .isEqualTo(new FleetOrder.Welcome(token.proof(Coordinator.ROLE, "nonce"), 20_000));
    assertThat(channels.get(0).read(FleetOrder.class)).isInstanceOf(FleetOrder.Ping.class);
  }

  @Test
  void whoDoesNotIsRefused() throws Exception {
    assertThat(answer(0, Token.draw(), build()))
        .isEqualTo(new FleetOrder.Refused("it does not know the token"));
    assertThat(channels.get(0).read(FleetOrder.class)).as("and sent away").isNull();
  }

  @Test
  void anotherBuildIsRefused() throws Exception {
    assertThat(answer(0, token, "other"))
        .isEqualTo(new FleetOrder.Refused("it is other, the coordinator " + build()));
  }

  @Test
  void anIndexIsTakenOnce() throws Exception {
    answer(0, token, build());
    assertThat(answer(0, token, build()))
        .isEqualTo(new FleetOrder.Refused("worker 0 is there already, or was lost and stays so"));
    channels.get(0).close();
    assertThat(answer(0, token, build()))
        .as("a lost worker is never replaced in its gang")
        .isInstanceOf(FleetOrder.Refused.class);
    assertThat(answer(2, token, build()))
        .isEqualTo(new FleetOrder.Refused("the fleet has workers 0 to 1 only"));
  }

  @Test
  void noiseIsSentAway() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), coordinator.port())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("{\"fleet\":");
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    assertThat(Eventually.within(LONG, () -> !log.isEmpty())).isTrue();
    assertThat(log.get(0)).contains("was not let in").contains("unreadable message");
  }

  @Test
  void aLineOfAStrangerIsBounded() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), coordinator.port())) {
      socket.getOutputStream().write(new byte[Channel.STRANGERS_LINE + 1]);
      assertThat(Eventually.within(LONG, () -> !log.isEmpty())).isTrue();
    }
    assertThat(log.get(0)).contains("a message of more than 8192 bytes");
  }

  @Test
  void whoIsMissingIsNamed() throws Exception {
    answer(1, token, build());
    assertThatThrownBy(() -> coordinator.await(Duration.ofMillis(50), Optional::empty))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("1 of 2 workers came within 0 s, those of index [1]");
  }

  @Test
  void anEngineThatEndsIsNotWaitedFor() {
    assertThatThrownBy(() -> coordinator.await(LONG, () -> Optional.of("it ended")))
        .hasMessage("it ended before all workers were there");
  }

  @Test
  void aWorkerFindsOutThatTheOtherSideIsNoCoordinatorOfItsFleet() throws Exception {
    Worker stranger =
        new Worker(
            Addresses.parse("127.0.0.1:" + coordinator.port()),
            0,
            Token.draw(),
            LoadJvmCommand.ofThisJvm(),
            Timing.system());
    assertThatThrownBy(() -> stranger.run(LONG))
        .isInstanceOf(Worker.Lost.class)
        .hasMessage("refused: it does not know the token");
  }
}
