package dev.weir.record;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was read back from the server under test; goes into {@code run.json}.
 *
 * @param product {@code MongoDB}, or a name that says it is not ({@code mongo-java-server (not
 *     MongoDB)})
 * @param realMongoDB false for stand-ins; no capacity plan is made from those
 * @param version the server's own version string
 * @param gitVersion the server's build commit, empty if it tells none
 * @param source how it was found
 * @param skipped the sources tried or passed over before it, each with its reason
 * @param topology {@code standalone}, {@code rs1}, {@code psa}, {@code pss}, or what an attached
 *     deployment reports
 * @param hosts {@code host:port} of each member, never with credentials
 * @param storageEngine for example {@code wiredTiger}
 * @param cacheBytes WiredTiger's configured cache in bytes, null if unknown
 * @param defaultWriteConcern the deployment's default as JSON, null if it has none to tell
 * @param sharesClientHost whether the load runs on the same host
 * @param host the server's own host facts ({@code hostInfo}): cores, memory, kernel
 * @param settings effective start-up options and parameters, secrets removed
 */
public record ServerFacts(
    String product,
    boolean realMongoDB,
    String version,
    String gitVersion,
    ServerSource source,
    List<String> skipped,
    String topology,
    List<String> hosts,
    String storageEngine,
    @Nullable Long cacheBytes,
    @Nullable String defaultWriteConcern,
    boolean sharesClientHost,
    Map<String, Object> host,
    Map<String, Object> settings) {
  /** The server's name for how long it keeps old versions for reads at a past snapshot. */
  public static final String HISTORY = "minSnapshotHistoryWindowInSeconds";

  /** For how many seconds it keeps those; null if it did not tell. */
  public @Nullable Integer keptHistory() {
    return settings.get("parameter." + HISTORY) instanceof Number seconds
        ? Integer.valueOf(seconds.intValue())
        : null;
  }

  /** The server's name for the time from the end of a checkpoint to the begin of the next. */
  public static final String CHECKPOINT_PAUSE = "syncdelay";

  /** That time; null if it did not tell, or makes none. */
  public @Nullable Duration checkpointPause() {
    return settings.get("parameter." + CHECKPOINT_PAUSE) instanceof Number seconds
            && seconds.doubleValue() > 0
        ? Duration.ofMillis(Math.round(seconds.doubleValue() * 1e3))
        : null;
  }
}
