package dev.weir.analysis.bottleneck;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What was observed while a cell was measured, as far as it was: whatever is null was not measured,
 * which is not the same as zero.
 *
 * <p>A <em>call</em> is one round trip to the server: a single update or a batch. Shares lie
 * between 0 and 1. All figures are means over the trial.
 *
 * @param demand what the load asked for and got
 * @param cpu processors of both sides
 * @param path connection pool and network
 * @param storage journal and disk
 * @param cache WiredTiger's cache
 * @param conflicts of writers with one another
 * @param replication waiting for other members
 * @param generator how well the load generator itself ran
 */
@RecordBuilder
public record CellEvidence(
    Demand demand,
    Cpu cpu,
    Path path,
    Storage storage,
    Cache cache,
    Conflicts conflicts,
    Replication replication,
    Generator generator)
    implements CellEvidenceBuilder.With {

  /**
   * What the load asked for and got.
   *
   * @param inFlight calls in flight, the closed loop's N
   * @param callsPerSecond completed calls per second
   * @param documentsPerSecond acknowledged documents per second
   * @param serviceMillis mean time of a call from send to acknowledgement, the wait for a
   *     connection not included
   * @param offeredPerSecond documents per second that an open loop had planned, of Poisson arrivals
   *     those that chance may leave of them; null for a closed loop
   * @param fieldsPerDocument fields that one update sets; null where it sets none singly
   */
  public record Demand(
      double inFlight,
      double callsPerSecond,
      double documentsPerSecond,
      double serviceMillis,
      @Nullable Double offeredPerSecond,
      @Nullable Double fieldsPerDocument) {
    public Demand(
        double inFlight,
        double callsPerSecond,
        double documentsPerSecond,
        double serviceMillis,
        @Nullable Double offeredPerSecond) {
      this(inFlight, callsPerSecond, documentsPerSecond, serviceMillis, offeredPerSecond, null);
    }
  }

  /**
   * Processors, in cores: 1.5 is one and a half core busy all the time.
   *
   * @param clientUsed by the load's process
   * @param clientAvailable what quota and affinity let it use
   * @param serverUsed by all server processes of the deployment on the server's host
   * @param serverAvailable what quota and affinity let them use
   * @param sharedHost whether client and server run on the same cores
   * @param hostBusy share of the server host's cores that is busy, with any process; waiting for
   *     disks is not busy
   * @param hostCores of the server's host
   * @param clientWaiting threads of the load's process that were ready and had no processor, on
   *     average
   * @param serverWaiting the same of the server's processes
   * @param sameCores cores that both sides are confined to, fewer than the host has; null where
   *     they are not confined to the same ones
   */
  public record Cpu(
      @Nullable Double clientUsed,
      @Nullable Double clientAvailable,
      @Nullable Double serverUsed,
      @Nullable Double serverAvailable,
      boolean sharedHost,
      @Nullable Double hostBusy,
      @Nullable Double hostCores,
      @Nullable Double clientWaiting,
      @Nullable Double serverWaiting,
      @Nullable Double sameCores) {
    public Cpu(
        @Nullable Double clientUsed,
        @Nullable Double clientAvailable,
        @Nullable Double serverUsed,
        @Nullable Double serverAvailable,
        boolean sharedHost,
        @Nullable Double hostBusy,
        @Nullable Double hostCores) {
      this(
          clientUsed,
          clientAvailable,
          serverUsed,
          serverAvailable,
          sharedHost,
          hostBusy,
          hostCores,
          null,
          null,
          null);
    }

    public static final Cpu NOT_MEASURED = new Cpu(null, null, null, null, false, null, null);
  }

  /**
   * Connections and network.
   *
   * @param poolWaitMillis mean wait of a call for a connection
   * @param poolSize the largest number of connections allowed
   * @param tripMillis what a bare round trip takes at most: the fastest ping or the fastest call,
   *     whichever was less, since no call is faster than the trip that it makes
   * @param asked delays that the study asks for
   * @param serverMillis mean time of a call by the server's own clock, waiting included
   * @param bytesPerCall that reach the server
   */
  public record Path(
      @Nullable Double poolWaitMillis,
      @Nullable Double poolSize,
      @Nullable Double tripMillis,
      Delays asked,
      @Nullable Double serverMillis,
      @Nullable Double bytesPerCall) {
    public Path(
        @Nullable Double poolWaitMillis, @Nullable Double poolSize, @Nullable Double tripMillis) {
      this(poolWaitMillis, poolSize, tripMillis, Delays.NONE, null, null);
    }

    public static final Path NOT_MEASURED = new Path(null, null, null);
  }

  /**
   * What a study's own factors add to every call, in ms.
   *
   * @param link by which its link is delayed
   * @param answer that the server is asked to wait
   */
  public record Delays(double link, double answer) {
    public static final Delays NONE = new Delays(0, 0);
  }

  /**
   * Journal and disk of the server.
   *
   * @param journaled whether the acknowledgement waits for the journal ({@code j:true}, or majority
   *     where that implies it)
   * @param journalFlushMillis mean time of a journal sync
   * @param diskUtilisation share of time with at least one request
   * @param writeAwaitMillis mean time of a write request, iostat's {@code w_await}
   * @param queueLength requests outstanding, iostat's {@code aqu-sz}
   * @param deviceShare of the device's known limit in IOPS or bytes, the larger one
   * @param journalBusy share of time in which the journal is being synced, one sync at a time
   */
  public record Storage(
      boolean journaled,
      @Nullable Double journalFlushMillis,
      @Nullable Double diskUtilisation,
      @Nullable Double writeAwaitMillis,
      @Nullable Double queueLength,
      @Nullable Double deviceShare,
      @Nullable Double journalBusy) {
    public Storage(
        boolean journaled,
        @Nullable Double journalFlushMillis,
        @Nullable Double diskUtilisation,
        @Nullable Double writeAwaitMillis,
        @Nullable Double queueLength,
        @Nullable Double deviceShare) {
      this(
          journaled,
          journalFlushMillis,
          diskUtilisation,
          writeAwaitMillis,
          queueLength,
          deviceShare,
          null);
    }

    public static final Storage NOT_MEASURED = new Storage(false, null, null, null, null, null);
  }

  /**
   * WiredTiger's cache.
   *
   * @param used share of the configured size
   * @param dirty share of the configured size
   * @param evictionMillisPerCall time that the threads serving calls spent evicting or reading
   *     pages
   * @param pagesReadPerDocument pages read into the cache per document written
   */
  public record Cache(
      @Nullable Double used,
      @Nullable Double dirty,
      @Nullable Double evictionMillisPerCall,
      @Nullable Double pagesReadPerDocument) {
    public static final Cache NOT_MEASURED = new Cache(null, null, null, null);
  }

  /**
   * Writers in each other's way.
   *
   * @param writeConflictsPerDocument retries inside the server per document acknowledged
   * @param lockWaitMillisPerCall time waiting for locks or tickets
   */
  public record Conflicts(
      @Nullable Double writeConflictsPerDocument, @Nullable Double lockWaitMillisPerCall) {
    public static final Conflicts NOT_MEASURED = new Conflicts(null, null);
  }

  /**
   * Waiting for other members.
   *
   * @param dataMembers members that hold data; 1 for a single node
   * @param waitMillisPerCall time an acknowledgement waited for its write concern
   * @param flowControlShare share of time in which flow control held writers back
   * @param lagSeconds of the slowest secondary
   */
  public record Replication(
      int dataMembers,
      @Nullable Double waitMillisPerCall,
      @Nullable Double flowControlShare,
      @Nullable Double lagSeconds) {
    /** A single server, which waits for nobody. */
    public static final Replication NONE = new Replication(1, null, null, null);
  }

  /**
   * How well the load generator ran.
   *
   * @param hiccupMillis 99th percentile of how late a thread woke that only sleeps
   * @param stealShare share of the client's processor time taken by the hypervisor
   * @param gcShare share of time that the load's JVM stood still for collections
   * @param foreignCores busy cores on the client's host that belong to neither client nor server
   * @param throttledCores that a CPU quota withheld from the client, on average
   */
  public record Generator(
      @Nullable Double hiccupMillis,
      @Nullable Double stealShare,
      @Nullable Double gcShare,
      @Nullable Double foreignCores,
      @Nullable Double throttledCores) {
    public Generator(
        @Nullable Double hiccupMillis,
        @Nullable Double stealShare,
        @Nullable Double gcShare,
        @Nullable Double foreignCores) {
      this(hiccupMillis, stealShare, gcShare, foreignCores, null);
    }

    public static final Generator NOT_MEASURED = new Generator(null, null, null, null);
  }

  /** A cell of which nothing but the load is known yet; fill in with the {@code with} methods. */
  public static CellEvidence of(Demand demand) {
    return new CellEvidence(
        demand,
        Cpu.NOT_MEASURED,
        Path.NOT_MEASURED,
        Storage.NOT_MEASURED,
        Cache.NOT_MEASURED,
        Conflicts.NOT_MEASURED,
        Replication.NONE,
        Generator.NOT_MEASURED);
  }

  public CellEvidence with(Cpu value) {
    return withCpu(value);
  }

  public CellEvidence with(Path value) {
    return withPath(value);
  }

  public CellEvidence with(Storage value) {
    return withStorage(value);
  }

  public CellEvidence with(Cache value) {
    return withCache(value);
  }

  public CellEvidence with(Conflicts value) {
    return withConflicts(value);
  }

  public CellEvidence with(Replication value) {
    return withReplication(value);
  }

  public CellEvidence with(Generator value) {
    return withGenerator(value);
  }
}
