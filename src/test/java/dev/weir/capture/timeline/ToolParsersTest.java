package dev.weir.capture.timeline;

import static dev.weir.capture.timeline.Readers.read;
import static dev.weir.capture.timeline.Readers.resource;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ToolParsersTest {
  private static final Instant STARTED = Instant.parse("2026-11-20T18:00:02Z");

  @Test
  void readsRealIostatWithoutTheAverageSinceBoot() {
    Readers.Read read = read(resource("iostat.txt"), IostatParser::new);

    assertThat(read.problems().first()).isEmpty();
    assertThat(read.samples()).hasSize(24);
    assertThat(time(read.samples().get(0))).isEqualTo("2026-11-20T18:00:03Z");
    assertThat(read.samples().get(3).numbers())
        .containsEntry("iostat_cpu_user_pct", 84.58)
        .containsEntry("iostat_vda_r_per_s", 405.0)
        .containsEntry("iostat_vda_r_mib_per_s", 11.5)
        .containsEntry("iostat_vda_w_per_s", 33.0)
        .containsEntry("iostat_vda_w_mib_per_s", 4.96)
        .containsEntry("iostat_vda_r_await_ms", 2.58)
        .containsEntry("iostat_vda_w_await_ms", 0.24)
        .containsEntry("iostat_vda_f_await_ms", 0.09)
        .containsEntry("iostat_vda_wareq_sz_kib", 153.82)
        .containsEntry("iostat_vda_aqu_sz", 1.05)
        .containsEntry("iostat_vda_util_pct", 2.4);
  }

  @Test
  void readsTheTimesOfOtherIostats() {
    String block = "%s\navg-cpu: %%user\n 1.00\n\n";
    String text =
        "Linux\n"
            + block.formatted("2026-11-20T18:24:04+0000")
            + block.formatted("2026-11-20T19:24:05+0100")
            + block.formatted("11/20/2026 18:24:06")
            + block.formatted("11/20/2026 06:24:07 PM")
            + block.formatted("2026-11-20T18:24:08Z");

    assertThat(read(text, IostatParser::new).samples())
        .extracting(ToolParsersTest::time)
        .containsExactly(
            "2026-11-20T18:24:05Z",
            "2026-11-20T18:24:06Z",
            "2026-11-20T18:24:07Z",
            "2026-11-20T18:24:08Z");
  }

  @Test
  void namesGarbageInIostatByLineAndGoesOn() {
    String text =
        """
        2026-11-20T18:24:04Z
        Device r/s %util
        vda 1 2

        2026-11-20T18:24:05Z
        \u0000\u0001 binary
        Device r/s %util
        vda NaN 2
        vdb 1
        vdc 1.00 2.00
        2026-13-20T18:24:05Z
        2026-11-20T18:24:06Z
        Device r/s %util
        vda 1.00 2.""";

    Readers.Read read = read(text, IostatParser::new);

    assertThat(read.samples()).hasSize(1);
    assertThat(read.only().numbers()).containsOnlyKeys("iostat_vdc_r_per_s", "iostat_vdc_util_pct");
    assertThat(read.problems().first())
        .hasSize(6)
        .anySatisfy(line -> assertThat(line).startsWith("file:6: no iostat line"))
        .contains("file:8: no number: 'NaN'")
        .contains("file:9: no iostat line: 'vdb 1'")
        .contains("file:14: cut off: 'vda 1.00 2.'");
  }

  @Test
  void readsRealVmstatWithoutTheAverageSinceBoot() {
    Readers.Read read = read(resource("vmstat.txt"), VmstatParser::new);

    assertThat(read.problems().first()).isEmpty();
    assertThat(read.samples()).hasSize(21);
    assertThat(time(read.samples().get(0))).isEqualTo("2026-11-20T18:00:03Z");
    assertThat(read.samples().get(0).numbers())
        .hasSize(17)
        .containsEntry("vmstat_runnable_tasks", 1.0)
        .containsEntry("vmstat_context_switches_per_s", 473.0)
        .containsEntry("vmstat_interrupts_per_s", 227.0)
        .containsEntry("vmstat_blocks_in_kib_per_s", 92.0)
        .containsEntry("vmstat_idle_pct", 99.0);
  }

  @Test
  void namesGarbageInVmstat() {
    String text =
        """
        1 2 3
         r  b us                 UTC
         1  0  5 2026-11-20 18:00:02
         1  0  5 2026-11-20 18:00:03
         1  x  5 2026-11-20 18:00:04
         1  0  5 2026-11-20 25:00:04
         2  0  5 2026-11-20 18:00:05
         2  0  5 2026-11-20 18:00:0""";

    Readers.Read read = read(text, VmstatParser::new);

    assertThat(read.samples())
        .extracting(ToolParsersTest::time)
        .containsExactly("2026-11-20T18:00:03Z", "2026-11-20T18:00:05Z");
    assertThat(read.problems().first())
        .extracting(line -> line.substring(0, 7))
        .containsExactly("file:1:", "file:5:", "file:6:", "file:8:");
  }

  @Test
  void readsRealMongostat() {
    Readers.Read read =
        read(resource("mongostat.jsonl"), lines -> new MongostatParser(lines, STARTED));

    assertThat(read.problems().first()).isEmpty();
    assertThat(read.samples()).hasSize(28);
    Sample busy = read.samples().get(2);
    assertThat(time(busy)).isEqualTo("2026-11-20T18:00:07Z");
    assertThat(busy.numbers())
        .containsEntry("mongostat_insert_per_s", 9881.0)
        .containsEntry("mongostat_update_per_s", 6719.0)
        .containsEntry("mongostat_delete_per_s", 0.0)
        .containsEntry("mongostat_command_per_s", 16.0)
        .containsEntry("mongostat_command_replicated_per_s", 0.0)
        .containsEntry("mongostat_net_in_bytes_per_s", 10.4e6)
        .containsEntry("mongostat_res_bytes", 170.0 * (1 << 20))
        .containsEntry("mongostat_vsize_bytes", 2.84 * (1 << 30))
        .containsEntry("mongostat_dirty_pct", 0.3)
        .containsEntry("mongostat_conn", 18.0);
    assertThat(busy.texts())
        .containsEntry("mongostat_repl", "SLV")
        .containsEntry("mongostat_set", "rs0");
    assertThat(read.samples())
        .filteredOn(s -> Double.valueOf(1).equals(s.numbers().get("mongostat_flushes")))
        .hasSize(1);
  }

  @Test
  void readsMongostatsOwnMeanings() {
    String text =
        """
        {"h:1":{"insert":"*7","update":"3|4","net_in":"948b","res":"1.01G","dirty":"2.5","qrw":"1|2","time":"00:00:01"}}
        """;

    Sample sample =
        read(text, lines -> new MongostatParser(lines, Instant.parse("2026-12-31T23:59:58Z")))
            .only();

    assertThat(time(sample)).isEqualTo("2027-01-01T00:00:01Z");
    assertThat(sample.numbers())
        .containsEntry("mongostat_insert_per_s", 0.0)
        .containsEntry("mongostat_insert_replicated_per_s", 7.0)
        .containsEntry("mongostat_update_per_s", 3.0)
        .containsEntry("mongostat_update_replicated_per_s", 4.0)
        .containsEntry("mongostat_net_in_bytes_per_s", 948.0)
        .containsEntry("mongostat_dirty_pct", 2.5)
        .containsEntry("mongostat_queued_readers", 1.0)
        .containsEntry("mongostat_queued_writers", 2.0);
    assertThat(MongostatParser.amount("1.5k")).isEqualTo(1_500);
    assertThat(MongostatParser.amount("1.5K")).isEqualTo(1_536);
    assertThat(MongostatParser.amount("2g")).isEqualTo(2e9);
    assertThat(MongostatParser.amount("12x")).isNull();
  }

  /** As it is run here, with {@code --humanReadable=false}: every column of a line it printed. */
  @Test
  void readsEveryColumnOfMongostatsWholeNumbers() {
    String text =
        """
        {"127.0.0.1:36539":{"arw":"0|1","command":"7|0","conn":"46","delete":"*0","dirty":"0.4","flushes":"0","getmore":"0","insert":"*0","net_in":"710137","net_out":"293169","qrw":"0|0","query":"*0","repl":"SLV","res":"220200960","set":"weir","time":"01:24:04","update":"771","used":"0.4","vsize":"3067084800"}}
        """;

    Readers.Read read =
        read(text, lines -> new MongostatParser(lines, Instant.parse("2026-11-21T01:24:00Z")));

    assertThat(read.problems().count()).isZero();
    assertThat(time(read.only())).isEqualTo("2026-11-21T01:24:04Z");
    assertThat(read.only().numbers())
        .hasSize(24)
        .containsEntry("mongostat_active_writers", 1.0)
        .containsEntry("mongostat_command_per_s", 7.0)
        .containsEntry("mongostat_conn", 46.0)
        .containsEntry("mongostat_dirty_pct", 0.4)
        .containsEntry("mongostat_used_pct", 0.4)
        .containsEntry("mongostat_net_in_bytes_per_s", 710_137.0)
        .containsEntry("mongostat_net_out_bytes_per_s", 293_169.0)
        .containsEntry("mongostat_res_bytes", 220_200_960.0)
        .containsEntry("mongostat_update_per_s", 771.0)
        .containsEntry("mongostat_vsize_bytes", 3_067_084_800.0);
    assertThat(read.only().texts())
        .containsEntry("mongostat_repl", "SLV")
        .containsEntry("mongostat_set", "weir");
  }

  @Test
  void timeOfDayCrossesMidnightWithItsNeighbours() {
    String line = "{\"h\":{\"conn\":\"1\",\"time\":\"%s\"}}\n";
    String text =
        line.formatted("23:59:58")
            + line.formatted("23:59:59")
            + line.formatted("00:00:00")
            + line.formatted("00:00:01");

    assertThat(
            read(text, lines -> new MongostatParser(lines, Instant.parse("2026-11-21T00:00:02Z")))
                .samples())
        .extracting(ToolParsersTest::time)
        .containsExactly(
            "2026-11-20T23:59:58Z",
            "2026-11-20T23:59:59Z",
            "2026-11-21T00:00:00Z",
            "2026-11-21T00:00:01Z");
  }

  @Test
  void namesGarbageInMongostat() {
    String text =
        """
        not json
        []
        {"h":{"error":"no reachable servers"}}
        {"h":{"conn":"1"}}
        {"h":{"conn":"many","time":"18:00:03"}}
        {"h":"text"}
        null
        {"h":{"conn":"5","time":"18:00:05"},"other.host:2":{"conn":"6","time":"18:00:05"}}
        {"h":{"conn":"1","ti""";

    Readers.Read read = read(text, lines -> new MongostatParser(lines, STARTED));

    assertThat(read.samples())
        .filteredOn(sample -> !sample.isEmpty())
        .extracting(sample -> sample.numbers().toString())
        .containsExactly("{mongostat_conn=5.0}", "{mongostat_other_host_2_conn=6.0}");
    assertThat(read.problems().count()).isEqualTo(8);
    assertThat(read.problems().first())
        .contains("file:3: mongostat says: 'no reachable servers'")
        .contains("file:5: no value of conn: 'many'");
  }

  @Test
  void memoryStaysBoundedWhateverTheFile() {
    String endless = "x".repeat(3 << 20) + "\n" + "junk\n".repeat(500) + "y".repeat(2 << 20);

    Problems problems = read(endless, VmstatParser::new).problems();

    assertThat(problems.count()).isEqualTo(502);
    assertThat(problems.first()).hasSize(20).allMatch(line -> line.length() < 200);
  }

  private static String time(Sample sample) {
    return Instant.ofEpochMilli(sample.epochMs()).toString();
  }
}
