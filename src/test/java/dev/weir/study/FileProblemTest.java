package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileProblemTest {
  @Test
  void saysWhyAndNotOnlyWhich() {
    assertThat(FileProblem.of(new NoSuchFileException("a"))).contains("no such file or folder");
    assertThat(FileProblem.of(new AccessDeniedException("a"))).contains("no right");
    assertThat(FileProblem.of(new NotDirectoryException("a"))).contains("no folder");
    assertThat(FileProblem.of(new FileAlreadyExistsException("a"))).contains("in the way");
    assertThat(FileProblem.of(new FileSystemException("a", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(FileProblem.of(new FileSystemException("a"))).isEqualTo("FileSystemException");
    assertThat(FileProblem.of(new IOException("the pipe broke"))).isEqualTo("the pipe broke");
    assertThat(FileProblem.withFile(new AccessDeniedException("a/b")))
        .isEqualTo("a/b: this user has no right to it");
  }
}
