package dev.weir.capture.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawFileTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private Path plain = Path.of("x");
  private Path compressed = Path.of("x");

  @BeforeEach
  void paths() {
    plain = folder.resolve("process.jsonl");
    compressed = folder.resolve("process.jsonl.gz");
  }

  @Test
  void bothFormsAreReadByOneName() throws Exception {
    assertThat(RawFile.exists(plain)).isFalse();
    Files.writeString(plain, "one\n");
    assertThat(read()).isEqualTo("one\n");
    Files.delete(plain);
    try (Writer out = RawFile.create(plain)) {
      out.write("two\n");
    }
    assertThat(plain).doesNotExist();
    assertThat(RawFile.exists(plain)).isTrue();
    assertThat(RawFile.plainName(compressed)).isEqualTo("process.jsonl");
    assertThat(read()).isEqualTo("two\n");
  }

  @Test
  void whatWasFlushedCanBeReadWhileItIsWritten() throws Exception {
    try (Writer out = RawFile.create(plain)) {
      out.write("one\n");
      out.flush();
      out.write("two\n");
      assertThat(read()).isEqualTo("one\n");
    }
    assertThat(read()).isEqualTo("one\ntwo\n");
  }

  @Test
  void aCutOrDamagedFileEndsWhereItCanBeReadNoFurther() throws Exception {
    try (Writer out = RawFile.create(plain)) {
      for (int i = 0; i < 2_000; i++) {
        out.write("line " + i + " " + Integer.toHexString(i * 0x9E3779B9) + "\n");
        if (i % 100 == 99) {
          out.flush();
        }
      }
    }
    String whole = read();
    byte[] bytes = Files.readAllBytes(compressed);
    for (int length : new int[] {0, 1, 9, 10, 500, bytes.length / 2, bytes.length - 1}) {
      Files.write(compressed, Arrays.copyOf(bytes, length));
      assertThat(whole).as("first %d bytes", length).startsWith(read());
    }
    assertThat(read()).hasSize(whole.length());
    byte[] damaged = bytes.clone();
    Arrays.fill(damaged, bytes.length / 2, bytes.length / 2 + 40, (byte) 0xff);
    Files.write(compressed, damaged);
    assertThat(read()).startsWith(whole.substring(0, whole.length() / 4));
  }

  @Test
  void nothingIsReplaced() throws Exception {
    Files.writeString(plain, "one\n");
    assertThatThrownBy(() -> RawFile.create(plain)).isInstanceOf(FileAlreadyExistsException.class);
    Files.delete(plain);
    RawFile.create(plain).close();
    assertThatThrownBy(() -> RawFile.create(plain)).isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void whatToolsLeftIsCompressedAndKeepsItsTime() throws Exception {
    Path iostat = Files.writeString(folder.resolve("iostat.txt"), "some text\n");
    FileTime time = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(iostat, time);
    RawFile.compressTools(folder);
    assertThat(iostat).doesNotExist();
    assertThat(Files.getLastModifiedTime(RawFile.onDisk(iostat))).isEqualTo(time);
    try (Lines lines = Lines.of(iostat, new Problems("iostat.txt"))) {
      assertThat(lines.next()).isEqualTo("some text");
    }
  }

  private String read() throws IOException {
    try (InputStream in = RawFile.open(plain)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
