package dev.weir.fleet;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a worker tells the coordinator, one JSON object a line. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fleet")
@JsonSubTypes({
  @JsonSubTypes.Type(value = FleetEvent.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = FleetEvent.Pong.class, name = "pong"),
  @JsonSubTypes.Type(value = FleetEvent.Launched.class, name = "launched"),
  @JsonSubTypes.Type(value = FleetEvent.Wrote.class, name = "wrote"),
  @JsonSubTypes.Type(value = FleetEvent.Ended.class, name = "ended")
})
sealed interface FleetEvent {
  /**
   * Answers {@link FleetOrder.Greeting}.
   *
   * @param worker index, from 0
   * @param proof of the token, by the coordinator's nonce
   * @param nonce for the coordinator to prove the token with
   * @param build version and commit, which must be the coordinator's own
   * @param facts about where it runs
   */
  record Hello(int worker, String proof, String nonce, String build, WorkerFacts facts)
      implements FleetEvent {}

  /**
   * @param pingMicros {@link FleetOrder.Ping#sentMicros} of the ping
   * @param receivedMicros the worker's clock when it was read, UTC epoch µs
   * @param sentMicros the worker's clock when this was written
   */
  record Pong(long pingMicros, long receivedMicros, long sentMicros) implements FleetEvent {}

  /** The load process runs. */
  record Launched(long process, long pid) implements FleetEvent {}

  /** A line that the load process wrote. */
  record Wrote(long process, String line) implements FleetEvent {}

  /**
   * The load process is gone.
   *
   * @param how in words that follow its name
   */
  record Ended(long process, String how) implements FleetEvent {}
}
