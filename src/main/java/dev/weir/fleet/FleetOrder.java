package dev.weir.fleet;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/**
 * What the coordinator tells a worker, one JSON object a line. Orders to the worker's load process
 * travel inside {@link Tell}, unread.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fleet")
@JsonSubTypes({
  @JsonSubTypes.Type(value = FleetOrder.Greeting.class, name = "greeting"),
  @JsonSubTypes.Type(value = FleetOrder.Welcome.class, name = "welcome"),
  @JsonSubTypes.Type(value = FleetOrder.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = FleetOrder.Ping.class, name = "ping"),
  @JsonSubTypes.Type(value = FleetOrder.Launch.class, name = "launch"),
  @JsonSubTypes.Type(value = FleetOrder.Tell.class, name = "tell"),
  @JsonSubTypes.Type(value = FleetOrder.End.class, name = "end"),
  @JsonSubTypes.Type(value = FleetOrder.Quit.class, name = "quit")
})
sealed interface FleetOrder {
  /** The first line of a connection: a number to prove the token with. */
  record Greeting(String nonce) implements FleetOrder {}

  /**
   * The worker belongs to the fleet.
   *
   * @param proof of the coordinator's own token
   * @param silenceMillis after which each side takes the other one for lost
   */
  record Welcome(String proof, long silenceMillis) implements FleetOrder {}

  /** The worker does not, and must not try again. */
  record Refused(String reason) implements FleetOrder {}

  /**
   * Answered at once by {@link FleetEvent.Pong}. Also the beat of the coordinator's heart.
   *
   * @param sentMicros the coordinator's clock, UTC epoch µs
   */
  record Ping(long sentMicros) implements FleetOrder {}

  /**
   * Starts a fresh load process, in place of the one before.
   *
   * @param process its number in the fleet; what it tells carries it
   * @param arguments of its JVM
   */
  record Launch(long process, List<String> arguments) implements FleetOrder {}

  /** A line for the load process. */
  record Tell(long process, String line) implements FleetOrder {}

  /** Ends the load process at once. */
  record End(long process) implements FleetOrder {}

  /** The work is done: ends the worker. */
  record Quit() implements FleetOrder {}
}
