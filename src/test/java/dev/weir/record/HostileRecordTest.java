package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.Mutations;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a record's files hold, they are read or refused with a reason. */
class HostileRecordTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RunFolder folder;

  @BeforeEach
  void create(@TempDir Path results) throws IOException {
    folder = RunFolder.create(results, Instant.EPOCH, "s");
  }

  @Test
  void run() throws IOException {
    String good = JSON.writeValueAsString(Samples.run());
    Mutations.feed(text -> put(RunFolder.RUN, text).run(), IOException.class, good);
  }

  @Test
  void cells() throws IOException {
    String good = JSON.writeValueAsString(List.of(Samples.cell("a", "1", 1_000)));
    Mutations.feed(text -> put(RunFolder.CELLS, text).cells(), IOException.class, good);
  }

  @Test
  void journal() throws IOException {
    String one = JSON.writeValueAsString(Samples.trial("a", 1, 100, List.of())) + "\n";
    String two = one + JSON.writeValueAsString(Samples.trial("b", 1, 9, List.of("x"))) + "\n";
    Mutations.feed(
        text -> put(RunFolder.JOURNAL, text).recoverJournal(), IOException.class, one, two);
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

  private RunFolder put(String name, String text) throws IOException {
    Files.writeString(folder.file(name), text);
    return folder;
  }
}
