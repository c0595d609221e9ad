package dev.weir.capture.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capture.timeline.Silences.Silence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SilencesTest {
  private static final long T0 = Instant.parse("2026-11-20T18:00:00Z").toEpochMilli();
  private static final String HEADER =
      " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st"
          + "                 UTC\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void aToolThatSpeaksEverySecondHasNone() throws IOException {
    assertThat(found(vmstat(0, 20), 20)).isEmpty();
  }

  @Test
  void aStampThatIsASecondOffIsNone() throws IOException {
    assertThat(found(vmstat(0, 7) + samples(9, 20), 20)).isEmpty();
  }

  @Test
  void aToolThatLagsIsNamed() throws IOException {
    assertThat(found(vmstat(0, 7) + samples(12, 20), 20))
        .containsExactly(new Silence("vmstat", T0 + 8_000, T0 + 11_000, 4, "said nothing for 5 s"));
  }

  @Test
  void aToolThatHangsToTheEndIsNamed() throws IOException {
    assertThat(found(vmstat(0, 7), 20))
        .containsExactly(
            new Silence("vmstat", T0 + 8_000, T0 + 19_000, 12, "said nothing for 13 s"));
  }

  @Test
  void aToolThatNeverSpeaksIsNamed() throws IOException {
    assertThat(found("", 20))
        .singleElement()
        .satisfies(silence -> assertThat(silence.samples()).isEqualTo(16))
        .satisfies(silence -> assertThat(silence.reason()).isEqualTo("said nothing for 17 s"));
  }

  @Test
  void garbageInBetweenIsNamedWithItsFirstLine() throws IOException {
    assertThat(found(vmstat(0, 7) + "Segmentation\nx y z\n" + samples(10, 20), 20))
        .containsExactly(
            new Silence(
                "vmstat",
                T0 + 8_000,
                T0 + 9_000,
                2,
                "2 lines made no sense: " + problem(vmstat(0, 7) + "Segmentation\n")));
  }

  @Test
  void garbageBetweenGoodSamplesIsNamedToo() throws IOException {
    assertThat(found(vmstat(0, 7) + "garbage\n" + samples(8, 20), 20))
        .singleElement()
        .satisfies(silence -> assertThat(silence.samples()).isEqualTo(1))
        .satisfies(silence -> assertThat(silence.reason()).startsWith("1 line made no sense: "));
  }

  @Test
  void garbageToTheEndIsNamedAndACutOffLastLineIsNot() throws IOException {
    assertThat(found(vmstat(0, 7) + "garbage\n".repeat(5), 20))
        .singleElement()
        .satisfies(silence -> assertThat(silence.reason()).startsWith("5 lines made no sense: "));
    assertThat(found(vmstat(0, 20) + " 1  0      0 235", 20)).isEmpty();
  }

  private static String problem(String text) {
    List<String> problems = Readers.read(text, VmstatParser::new).problems().first();
    return problems.get(0).replaceFirst("^file", "vmstat.txt");
  }

  private List<Silence> found(String vmstat, int seconds) throws IOException {
    Files.writeString(folder.resolve("vmstat.txt"), vmstat);
    return Silences.in(folder, Duration.ofSeconds(1), T0, T0 + seconds * 1_000L);
  }

  private static String vmstat(int from, int to) {
    return HEADER + samples(from, to);
  }

  private static String samples(int from, int to) {
    return LongStream.rangeClosed(from, to)
        .mapToObj(second -> Instant.ofEpochMilli(T0 + second * 1_000).toString())
        .map(
            stamp ->
                " 1  0      0 23596616  12992 873592    0    0     0     0  163  302  1  0 99  0  0 "
                    + stamp.replace('T', ' ').replace("Z", "")
                    + "\n")
        .collect(Collectors.joining());
  }
}
