package dev.weir.capture.timeline;

import static dev.weir.capture.timeline.Readers.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnReadersTest {
  @Test
  void countersBecomeRatesAndSharesOfTheCache() {
    String text =
        """
        {"t":1000,"rttMicros":800,"pingMicros":250,"values":{"opcounters.update":100,"extra_info.user_time_us":0,"extra_info.system_time_us":0,"opLatencies.writes.latency":0,"opLatencies.writes.ops":0,"wiredTiger.transaction.transaction checkpoints":4}}
        {"t":3000,"values":{"opcounters.update":2100,"extra_info.user_time_us":2400000,"extra_info.system_time_us":600000,"opLatencies.writes.latency":5000,"opLatencies.writes.ops":50,"wiredTiger.transaction.transaction checkpoints":5,"wiredTiger.transaction.transaction checkpoint currently running":1,"wiredTiger.cache.tracked dirty bytes in the cache":25,"wiredTiger.cache.maximum bytes configured":500,"queues.execution.write.out":3}}
        """;

    Readers.Read read = read(text, ServerStatusReader::new);

    assertThat(read.samples()).hasSize(2);
    assertThat(read.samples().get(0).numbers())
        .containsOnly(entry("server_status_rtt_ms", 0.8), entry("ping_rtt_ms", 0.25));
    assertThat(read.samples().get(1).numbers())
        .containsOnly(
            entry("server_updates_per_s", 1000.0),
            entry("mongod_cpu_cores", 1.5),
            entry("server_writes_per_s", 25.0),
            entry("server_writes_latency_us", 100.0),
            entry("wt_checkpoints", 1.0),
            entry("wt_checkpoint_running", 1.0),
            entry("wt_dirty_pct", 5.0),
            entry("wt_write_tickets_out", 3.0));
  }

  @Test
  void withoutMongostatServerStatusGivesItsColumns() {
    String text =
        """
        {"t":1000,"values":{"opcounters.update":100,"opcountersRepl.insert":0,"network.bytesIn":0,"wiredTiger.transaction.transaction checkpoints":4}}
        {"t":3000,"set":"rs0","repl":"PRI","values":{"opcounters.update":2100,"opcountersRepl.insert":40,"network.bytesIn":5000,"mem.resident":116,"connections.current":18,"globalLock.currentQueue.writers":1,"globalLock.activeClients.writers":7,"wiredTiger.concurrentTransactions.write.out":5,"wiredTiger.transaction.transaction checkpoints":5,"wiredTiger.cache.tracked dirty bytes in the cache":25,"wiredTiger.cache.bytes currently in the cache":100,"wiredTiger.cache.maximum bytes configured":500}}
        """;

    Sample sample = read(text, ServerStatusReader::withMongostat).samples().get(1);

    assertThat(sample.numbers())
        .containsEntry("mongostat_update_per_s", 1000.0)
        .containsEntry("mongostat_insert_replicated_per_s", 20.0)
        .containsEntry("mongostat_net_in_bytes_per_s", 2500.0)
        .containsEntry("mongostat_flushes", 1.0)
        .containsEntry("mongostat_dirty_pct", 5.0)
        .containsEntry("mongostat_used_pct", 20.0)
        .containsEntry("mongostat_res_bytes", 116.0 * (1 << 20))
        .containsEntry("mongostat_conn", 18.0)
        .containsEntry("mongostat_queued_writers", 3.0)
        .containsEntry("mongostat_active_writers", 5.0)
        .containsEntry("server_updates_per_s", 1000.0);
    assertThat(sample.texts())
        .containsOnly(
            entry("mongostat_by", "weir"),
            entry("mongostat_set", "rs0"),
            entry("mongostat_repl", "PRI"));
  }

  @Test
  void withoutIostatAndVmstatTheKernelsCountersGiveTheirColumns() {
    String text =
        """
        1000 stat cpu  100 0 50 800 50 0 0 0 0 0
        1000 disk 254 0 vda 100 10 2048 50 200 20 4096 300 0 500 350 1 0 8 1 5 2
        1000 vm ctxt 1000
        1000 vm pswpin 3
        1000 vm MemFree: 500
        3000 stat cpu  240 10 75 825 60 3 7 10 0 0
        3000 disk 254 0 vda 120 20 6144 90 300 120 14336 500 2 1500 590 1 0 8 1 9 4
        3000 vm ctxt 5000
        3000 vm pswpin 13
        3000 vm procs_running 3
        3000 vm MemFree: 700
        3000 vm Cached: 40
        3000 vm SReclaimable: 2
        """;

    Sample sample = read(text, ProcReader::new).samples().get(0);

    Map<String, Double> expected =
        Map.ofEntries(
            entry("iostat_vda_r_per_s", 10.0),
            entry("iostat_vda_r_mib_per_s", 1.0),
            entry("iostat_vda_r_await_ms", 2.0),
            entry("iostat_vda_rareq_sz_kib", 102.4),
            entry("iostat_vda_rrqm_pct", 100 / 3.0),
            entry("iostat_vda_w_per_s", 50.0),
            entry("iostat_vda_w_mib_per_s", 2.5),
            entry("iostat_vda_w_await_ms", 2.0),
            entry("iostat_vda_wrqm_per_s", 50.0),
            entry("iostat_vda_d_per_s", 0.0),
            entry("iostat_vda_f_per_s", 2.0),
            entry("iostat_vda_f_await_ms", 0.5),
            entry("iostat_vda_aqu_sz", 0.12),
            entry("iostat_vda_util_pct", 50.0),
            entry("iostat_cpu_user_pct", 100 * 140 / 230.0),
            entry("iostat_cpu_system_pct", 100 * 35 / 230.0),
            entry("vmstat_user_pct", 100 * 150 / 230.0),
            entry("vmstat_context_switches_per_s", 2000.0),
            entry("vmstat_swap_in_kib_per_s", 20.0),
            entry("vmstat_runnable_tasks", 2.0),
            entry("vmstat_free_kib", 700.0),
            entry("vmstat_cache_kib", 42.0));
    expected.forEach(
        (column, value) ->
            assertThat(sample.numbers().get(column)).as(column).isCloseTo(value, within(1e-9)));
    assertThat(sample.texts()).containsOnly(entry("iostat_by", "weir"), entry("vmstat_by", "weir"));
  }

  @Test
  void gapsRestartsAndLongPausesGiveNoRates() {
    String line = "{\"t\":%d,\"values\":{\"opcounters.update\":%d,\"mem.resident\":7}}\n";
    String text =
        line.formatted(1_000, 100)
            + line.formatted(2_000, 50)
            + "{\"t\":3000,\"gap\":\"no answer\"}\n"
            + line.formatted(3_100, 500)
            + line.formatted(20_000, 900)
            + line.formatted(21_000, 1_000);

    assertThat(read(text, ServerStatusReader::new).samples())
        .extracting(sample -> sample.numbers().get("server_updates_per_s"))
        .containsExactly(null, null, null, null, 100.0);
  }

  @Test
  void seriesNameTheirGarbage() {
    String text =
        """
        {"t":"soon","values":{}}
        {"values":{"a":1}}
        {"t":1,"values":[1]}
        {"t":1e300,"values":{"a":1}}
        null
        {"t":5000,"values":{"a":1,"b":"x","jvm_gc_ms_total":10,"load.cpuMicros":0}}
        {"t":6000,"values":{"a":2,"jvm_gc_ms_total":25,"load.cpuMicros":500000}}
        {"t":7000,"val\
        """;

    Readers.Read read = read(text, lines -> new SeriesReader(lines, "x_"));

    assertThat(read.samples()).hasSize(2);
    assertThat(read.samples().get(1).numbers())
        .containsOnly(
            entry("x_a", 2.0), entry("x_jvm_gc_ms_per_s", 15.0), entry("x_load_cpu_cores", 0.5));
    assertThat(read.problems().count()).isEqualTo(6);
  }

  @Test
  void procTurnsTheKernelsWordsIntoShares() {
    String text =
        """
        1000 cores 2
        1001 loadavg 3.00 0.09 0.06 1/123 456
        1001 stat cpu  100 0 50 800 50 0 0 0 0 0
        1001 psi cpu some avg10=0.61 avg60=5.78 avg300=2.82 total=1000000
        1001 net lo:    1000      29    0    0    0     0          0         0     3000      29    0    0    0     0       0          0
        1001 net eth9:   0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
        2001 loadavg 3.20 0.09 0.06 1/123 456
        2001 stat cpu  250 0 80 810 60 0 0 0 0 0
        2001 psi cpu some avg10=0.61 avg60=5.78 avg300=2.82 total=1250000
        2001 net lo:2001000 29 0 0 0 0 0 0 4003000 29 0 0 0 0 0 0
        3001 psi cpu some rubbish
        nonsense
        """;

    Readers.Read read = read(text, ProcReader::new);

    assertThat(read.samples()).hasSize(2);
    assertThat(read.samples().get(1).numbers())
        .containsEntry("load_1m", 3.2)
        .containsEntry("load_1m_over_2x_cores", 0.8)
        .containsEntry("host_cpu_busy_pct", 90.0)
        .containsEntry("host_cpu_iowait_pct", 5.0)
        .containsEntry("psi_cpu_some_pct", 25.0)
        .containsEntry("net_lo_rx_mb_per_s", 2.0)
        .containsEntry("net_lo_tx_mb_per_s", 4.0)
        .doesNotContainKey("net_eth9_rx_mb_per_s");
    assertThat(read.problems().first())
        .extracting(line -> line.substring(0, 8))
        .containsExactly("file:11:", "file:12:");
  }
}
