package dev.weir.benchmarks;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Command lines of further JVMs like this one. */
final class Jvms {
  private Jvms() {}

  static List<String> command(List<String> jvmArguments, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }
}
