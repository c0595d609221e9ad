package dev.weir.analysis.bottleneck;

/** The figures that the rules compare with, each with its reason. */
final class BottleneckThresholds {
  /**
   * A resource this busy is the limit: by the utilisation law throughput cannot exceed X / U, so at
   * most 18 % are left to gain, and no sampler accounts for every microsecond.
   */
  static final double SATURATED = 0.85;

  /**
   * Threads that wait this many times as long as they run. Two cores as busy as {@link #SATURATED}
   * make one wait 2.6 times as long as it runs (M/M/2: ρ² / (1 − ρ²)).
   */
  static final double STRETCH = 2;

  /** Of an open loop's rate: less than this was not delivered. Pacing itself is good to 0.1 %. */
  static final double RATE_MET = 0.99;

  /**
   * A wait that takes this share of a call is what to remove first: without it throughput of a
   * closed loop could rise by 43 % (1 / (1 − 0.3)), far beyond noise.
   */
  static final double WAIT_SHARE = 0.3;

  /**
   * Serving threads should not evict or read at all in a cache that fits; a tenth of a call is
   * beyond what a checkpoint causes.
   */
  static final double EVICTION_SHARE = 0.1;

  /** One write in ten finds its page outside of the cache: the working set does not fit. */
  static final double PAGES_READ = 0.1;

  /**
   * WiredTiger's eviction_target is 80 % and it evicts no page for want of room below; samples a
   * second apart see a little less.
   */
  static final double CACHE_TARGET = 0.75;

  /** WiredTiger's eviction_dirty_target: from here on dirty pages leave the cache. */
  static final double DIRTY_TARGET = 0.05;

  /** WiredTiger's eviction_dirty_trigger: from here on serving threads have to evict. */
  static final double DIRTY_TRIGGER = 0.20;

  /** WiredTiger's eviction_trigger: from here on serving threads have to evict. */
  static final double CACHE_TRIGGER = 0.95;

  /**
   * Retries per document. On two cores with MongoDB 6.0.5, uniform keys over 10,000 documents gave
   * 0.000, sixteen writers on one document 0.17 (single updates) and 0.31 (bulks of 50).
   */
  static final double CONFLICTS = 0.05;

  /** Flow control that holds writers back a tenth of the time is a limit, not a hiccup. */
  static final double FLOW_CONTROL = 0.1;

  /** Taken by the hypervisor: more than the width of the intervals that we want to show. */
  static final double STEAL = 0.05;

  /** Standing still for collections: more than the width of the intervals that we want to show. */
  static final double GC = 0.1;

  /** Cores busy with other things, as a share of all, on a host that is full. */
  static final double FOREIGN = 0.25;

  /** Cores that a quota withholds: in a tenth of the time a thread had to wait for it. */
  static final double THROTTLED = 0.1;

  /** A thread that wakes this late, 99th percentile, has waited for several scheduler slices. */
  static final double HICCUP_MILLIS = 20;

  /**
   * A device at this share of its known limit in IOPS or bytes queues. Without a limit known, a
   * busy share says little on parallel devices, so queue and wait decide.
   */
  static final double DEVICE = 0.85;

  /** Requests outstanding that a device no longer hides. */
  static final double DISK_QUEUE = 4;

  /** Milliseconds per write that no healthy disk needs. */
  static final double DISK_AWAIT_MILLIS = 20;

  /**
   * The journal is synced by one thread at a time: this busy, calls that wait for it spend most of
   * their time in or before a sync.
   */
  static final double JOURNAL = 0.5;

  /** Trip and work must account for this share of a call before "too few in flight" explains it. */
  static final double EXPLAINED = 0.6;

  /** An Ethernet packet: what a call of fewer bytes waits for, a ping waits for as well. */
  static final double PACKET_BYTES = 1_460;

  private BottleneckThresholds() {}
}
