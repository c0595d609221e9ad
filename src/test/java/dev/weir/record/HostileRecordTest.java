package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files far larger than any record; what they hold is {@code HostileInputTest}'s. */
class HostileRecordTest {
  private RunFolder folder;

  @BeforeEach
  void create(@TempDir Path results) throws IOException {
    folder = RunFolder.create(results, Instant.EPOCH, "s");
  }

  /** A sparse one: a gigabyte without a byte on disk. */
  @Test
  void gigabyteIsRefusedUnread() throws IOException {
    for (String name : List.of(RunFolder.RUN, RunFolder.CELLS, RunFolder.JOURNAL)) {
      try (RandomAccessFile file = new RandomAccessFile(folder.file(name).toFile(), "rw")) {
        file.setLength(1L << 30);
      }
    }
    assertThatThrownBy(folder::run).hasMessageContaining("larger than any record");
    assertThatThrownBy(folder::cells).hasMessageContaining("larger than any record");
    assertThatThrownBy(folder::recoverJournal).hasMessageContaining("longer than any trial");
  }
}
