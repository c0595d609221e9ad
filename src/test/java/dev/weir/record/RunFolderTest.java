package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path results;

  private RunFolder folder;

  @BeforeEach
  void create() throws IOException {
    folder = RunFolder.create(results, NOW, "quick");
  }

  @Test
  void nameIsTimeAndStudy() {
    assertThat(folder.path()).isEqualTo(results.resolve("20260102T030405Z-quick"));
    assertThat(folder.file(RunFolder.LATENCY)).isDirectory();
  }

  @Test
  void howJobsFellIsKeptOfEachTrialAndToldOfTheCell() throws IOException {
    QueueSkew one = new QueueSkew(3, 20, 3, 3, 1.5, 0.5);
    QueueSkew other = new QueueSkew(1, 40, 2, 2, 1.1, 0.25);
    CellRecord cell =
        Samples.cell("a", "1", 1_000)
            .withTrials(
                List.of(
                    Samples.trial("a", 1, 10, List.of()).withQueues(one),
                    Samples.trial("a", 2, 10, List.of()).withQueues(other),
                    Samples.trial("a", 3, 10, List.of("broken"))
                        .withQueues(new QueueSkew(9, 9, 9, 9, 9, 1))));
    assertThat(cell.queues()).isEqualTo(new QueueSkew(4, 25, 2.75, 2.75, 1.4, 0.4375));
    folder.write(RunFolder.CELLS, List.of(cell, Samples.cell("b", "8", 2_000)));
    assertThat(Files.readString(folder.file(RunFolder.CELLS)))
        .containsOnlyOnce("\"idleShare\" : 0.4375");
    folder.write(RunFolder.RUN, Samples.run());
    assertThat(RunFolder.open(folder.path()).cells().get(0)).isEqualTo(cell);
    assertThat(Samples.cell("b", "8", 2_000).queues()).isNull();
  }

  @Test
  void secondRunOfTheSameSecondGetsTheNextName() throws IOException {
    assertThat(RunFolder.create(results, NOW, "quick").path())
        .hasFileName("20260102T030406Z-quick");
    assertThat(RunFolder.create(results, NOW, "other").path())
        .hasFileName("20260102T030405Z-other");
  }

  @Test
  void recordIsReadBackAsItWasWritten() throws IOException {
    RunRecord run = Samples.run();
    List<CellRecord> cells = List.of(Samples.cell("a", "1", 1_000), Samples.cell("b", "8", 2_000));
    folder.write(RunFolder.RUN, run);
    folder.write(RunFolder.CELLS, cells);
    RunFolder opened = RunFolder.open(folder.path());
    assertThat(opened.run()).isEqualTo(run);
    assertThat(opened.cells()).isEqualTo(cells);
  }

  @Test
  void wholeFileReplacesTheOldOneAndLeavesNothingBeside() throws IOException {
    folder.writeText("x", "a long first text");
    folder.writeText("x", "second");
    assertThat(folder.file("x")).hasContent("second");
    try (Stream<Path> files = Files.list(folder.path())) {
      assertThat(files.map(Path::getFileName)).containsOnly(Path.of("x"), Path.of("latency"));
    }
  }

  @Test
  void failedWriteKeepsTheOldFile() throws IOException {
    folder.write("x", Map.of("kept", true));
    assertThatThrownBy(() -> folder.write("x", new Object() /* Jackson can't write this */))
        .isInstanceOf(IOException.class);
    assertThat(folder.file("x")).content().contains("kept");
  }

  @Test
  void journalOnlyGrows() throws IOException {
    for (int round = 1; round <= 3; round++) {
      folder.journal(Samples.trial("a", round, 100, List.of()));
      assertThat(Files.readAllLines(folder.file(RunFolder.JOURNAL)))
          .hasSize(round)
          .last()
          .asString()
          .startsWith("{\"identity\":{\"cell\":\"a\",\"round\":" + round + ",");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"cell\":\"b\",\"rou", "not JSON", "{\"cell\":\"b\"}"})
  void whatACrashCutOffIsNoTrial(String torn) throws IOException {
    folder.journal(Samples.trial("a", 1, 100, List.of()));
    String whole = Files.readString(folder.file(RunFolder.JOURNAL));
    Files.writeString(folder.file(RunFolder.JOURNAL), torn, StandardOpenOption.APPEND);
    assertThat(folder.recoverJournal()).extracting(TrialRecord::cell).containsExactly("a");
    assertThat(folder.file(RunFolder.JOURNAL)).hasContent(whole);
    folder.journal(Samples.trial("b", 1, 100, List.of()));
    assertThat(folder.recoverJournal()).extracting(TrialRecord::cell).containsExactly("a", "b");
  }

  @Test
  void journalCutAnywhereLosesItsLastTrialOnly() throws IOException {
    Path journal = folder.file(RunFolder.JOURNAL);
    folder.journal(Samples.trial("a", 1, 100, List.of("x\ny")));
    byte[] one = Files.readAllBytes(journal);
    folder.journal(Samples.trial("b", 1, 100, List.of()));
    byte[] two = Files.readAllBytes(journal);
    for (int length = one.length; length < two.length; length += 23) {
      Files.write(journal, Arrays.copyOf(two, length));
      assertThat(folder.recoverJournal()).hasSize(1);
      assertThat(journal).hasBinaryContent(one);
    }
  }

  @Test
  void journalDamagedWithinIsRefused() throws IOException {
    folder.journal(Samples.trial("a", 1, 100, List.of()));
    Files.writeString(folder.file(RunFolder.JOURNAL), "garbage\n", StandardOpenOption.APPEND);
    assertThatThrownBy(folder::recoverJournal).hasMessageContaining("trials.jsonl:2 can't be read");
    Files.writeString(folder.file(RunFolder.JOURNAL), "null\n");
    assertThatThrownBy(folder::recoverJournal).hasMessageContaining("trials.jsonl:1 can't be read");
  }

  @Test
  void trialThatIsThereTwiceIsRefused() throws IOException {
    folder.journal(Samples.trial("a", 1, 100, List.of()));
    folder.journal(Samples.trial("a", 1, 200, List.of()));
    assertThatThrownBy(folder::recoverJournal).hasMessageContaining("a of round 1 is there twice");
  }

  @Test
  void runIsWrittenByOneAlone() throws IOException {
    try (RunLock lock = RunLock.take(folder.path())) {
      assertThatThrownBy(() -> RunLock.take(folder.path()))
          .hasMessageContaining("is being written by another Weir");
    }
    RunLock.take(folder.path()).close();
    assertThat(folder.file("run.lock")).doesNotExist();
  }

  @Test
  void folderWithoutARunIsNone() {
    assertThatThrownBy(() -> RunFolder.open(results))
        .isInstanceOf(IOException.class)
        .hasMessage(results + " is no run: it has no run.json");
    assertThatThrownBy(() -> RunFolder.open(results.resolve("none")))
        .hasMessageContaining("is no run");
  }

  /** Whatever else changed in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"schemaVersion\": 3, \"verdict\": {\"valid\": true}}",
        "{\"verdict\": \"fine\", \"server\": 3, \"schemaVersion\": 3}"
      })
  void newerRecordAsksForANewerWeir(String text) throws IOException {
    folder.writeText(RunFolder.RUN, text);
    assertThatThrownBy(folder::run)
        .isInstanceOf(IOException.class)
        .hasMessage(
            folder.file("run.json") + " has schema version 3, this Weir reads 2; use a newer Weir");
  }

  @Test
  void olderRecordIsRefusedInOneLine() throws IOException {
    folder.writeText(RunFolder.RUN, "{\"schemaVersion\": 1, \"toolVersion\": \"0.1.0\"}");
    assertThatThrownBy(folder::run)
        .isInstanceOf(IOException.class)
        .hasMessage(
            folder.file("run.json")
                + " has schema version 1, this Weir reads 2; measure again, or use the Weir that"
                + " wrote it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"schemaVersion\": 2, \"toolV",
        "{}",
        "null",
        "[]",
        "7",
        "{\"schemaVersion\": 2}",
        "{\"schemaVersion\": 2, \"verdict\": 7}",
        "{\"schemaVersion\": 2, \"verdict\": {}, \"seed\": \"x\"}",
        "not JSON"
      })
  void damagedRecordIsOneLine(String text) throws IOException {
    folder.writeText(RunFolder.RUN, text);
    assertThatThrownBy(folder::run)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(folder.file("run.json") + " can't be read: ")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void truncatedCellsAreRefused() throws IOException {
    folder.write(RunFolder.CELLS, List.of(Samples.cell("a", "1", 1_000)));
    String whole = Files.readString(folder.file(RunFolder.CELLS));
    for (int length : new int[] {0, 1, whole.length() / 2, whole.length() - 3}) {
      folder.writeText(RunFolder.CELLS, whole.substring(0, length));
      assertThatThrownBy(folder::cells)
          .as("%d characters", length)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cells.json can't be read");
    }
  }

  @Test
  void compressedCellsAreRead() throws IOException {
    List<CellRecord> cells = List.of(Samples.cell("a", "1", 1_000));
    folder.write(RunFolder.CELLS, cells);
    List<CellRecord> plain = folder.cells();
    Path compressed = folder.file(RunFolder.CELLS + Compressed.END);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      Files.copy(folder.file(RunFolder.CELLS), out);
    }
    Files.delete(folder.file(RunFolder.CELLS));
    assertThat(RunFolder.holdsCells(folder.path())).isTrue();
    assertThat(folder.cells()).isEqualTo(plain);
    Files.write(compressed, new byte[] {1, 2, 3});
    assertThatThrownBy(folder::cells)
        .hasMessage(compressed + " can't be read: it is no whole gzip file");
  }

  @Test
  void runWithoutCellsSaysWhy() {
    assertThatThrownBy(folder::cells)
        .hasMessageContaining(
            "cells.json is missing: the run ended before its first round was over; to go on: weir"
                + " resume ");
  }
}
