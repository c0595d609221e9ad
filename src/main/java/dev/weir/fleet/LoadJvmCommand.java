package dev.weir.fleet;

import dev.weir.load.process.LoadJvm;
import dev.weir.runner.LoadMain;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * How a worker starts load processes: with the java that runs the worker, but a class path of
 * Weir's own, so that an engine's libraries are not in the JVM that is measured with.
 *
 * @param main which runs {@link dev.weir.load.process.LoadProcess}
 */
public record LoadJvmCommand(String classPath, String main) {
  /** The class path of this JVM. */
  public static LoadJvmCommand ofThisJvm() {
    return new LoadJvmCommand(LoadJvm.classPath(), LoadMain.class.getName());
  }

  /**
   * The jar alone that this class is in, wherever an engine has put it.
   *
   * @throws IllegalStateException if it is in no jar
   */
  public static LoadJvmCommand ofThisJar() {
    CodeSource source = LoadJvmCommand.class.getProtectionDomain().getCodeSource();
    try {
      Path jar = source == null ? null : Path.of(source.getLocation().toURI());
      if (jar != null && Files.isRegularFile(jar)) {
        return new LoadJvmCommand(jar.toAbsolutePath().toString(), LoadMain.class.getName());
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path: " + e.getMessage(), e);
    }
    throw new IllegalStateException("engines need Weir as one jar: give them weir.jar");
  }

  List<String> line(List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(arguments);
    line.addAll(List.of("-cp", classPath, main));
    return line;
  }
}
