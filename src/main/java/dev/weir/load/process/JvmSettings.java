package dev.weir.load.process;

import com.mongodb.internal.build.MongoDriverVersion;
import dev.weir.study.Redaction;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * What a load process is started with.
 *
 * @param options of the JVM; they follow Weir's own, so that they win
 * @param classPath jars, or {@code FOLDER/*} for all in it, that come before Weir's own
 * @param driver version of the driver that is loaded then
 */
public record JvmSettings(List<String> options, List<String> classPath, String driver) {
  /** As Weir itself is. */
  public static final JvmSettings USUAL =
      new JvmSettings(List.of(), List.of(), MongoDriverVersion.VERSION);

  /** Options that set the heap. */
  private static final String HEAP = "-Xm";

  public JvmSettings {
    options = List.copyOf(options);
    classPath = List.copyOf(classPath);
  }

  /** With the version that the process tells. */
  JvmSettings withDriver(String version) {
    return new JvmSettings(options, classPath, version);
  }

  /**
   * The JVM's arguments: {@link LoadJvm#arguments(int)} and the options. Options that set the heap
   * take the place of those that Weir gives it.
   */
  public List<String> arguments(int clients) {
    boolean ownHeap = options.stream().anyMatch(option -> option.startsWith(HEAP));
    List<String> all = new ArrayList<>(LoadJvm.arguments(clients));
    all.removeIf(argument -> ownHeap && argument.startsWith(HEAP));
    all.addAll(options);
    return List.copyOf(all);
  }

  /** {@link #arguments} as they may be shown: without secrets, and with the jars. */
  public List<String> shown(int clients) {
    List<String> all = new ArrayList<>();
    arguments(clients).forEach(argument -> all.add(Redaction.redact(argument)));
    if (!classPath.isEmpty()) {
      all.add("-cp " + String.join(File.pathSeparator, classPath));
    }
    return List.copyOf(all);
  }

  String wholeClassPath() {
    List<String> all = new ArrayList<>(classPath);
    all.add(LoadJvm.classPath());
    return String.join(File.pathSeparator, all);
  }
}
