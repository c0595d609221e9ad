package dev.weir.study;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file can't be used, in words: the JDK's message is often the file's name alone. */
public final class FileProblem {
  private FileProblem() {}

  /** The reason, for a message that names the file. */
  public static String of(IOException problem) {
    if (!(problem instanceof FileSystemException about)) {
      return String.valueOf(problem.getMessage());
    }
    String reason = about.getReason();
    if (about instanceof NoSuchFileException) {
      return "there is no such file or folder";
    } else if (about instanceof AccessDeniedException) {
      return "this user has no right to it";
    } else if (about instanceof NotDirectoryException) {
      return "it is no folder";
    } else if (about instanceof FileAlreadyExistsException) {
      return "a file of that name is in the way";
    }
    return reason == null ? about.getClass().getSimpleName() : reason;
  }

  /** The file and the reason, for a message that does not name the file. */
  public static String withFile(IOException problem) {
    return problem instanceof FileSystemException about && about.getFile() != null
        ? about.getFile() + ": " + of(problem)
        : of(problem);
  }
}
