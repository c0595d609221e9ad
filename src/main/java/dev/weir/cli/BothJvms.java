package dev.weir.cli;

import dev.weir.load.process.JvmSettings;
import dev.weir.load.process.LoadFailure;
import dev.weir.runner.versus.SideClients;
import dev.weir.runner.versus.Versus;
import dev.weir.study.FileProblem;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The JVMs of two sides, as {@code --set jvmOptions=A,B} and {@code --set driverJars=A,B} name
 * them.
 *
 * @param base empty lists where the base has Weir's own
 * @param other the other side's
 */
record BothJvms(JvmSettings base, JvmSettings other) {
  /** The keys, which are no factors. */
  static final String OPTIONS = "jvmOptions";

  static final String JARS = "driverJars";

  /**
   * Options have commas of their own, so the one that divides is followed by an option, or last.
   */
  private static final Pattern OPTIONS_OF_BOTH = Pattern.compile("(.*?),\\s*(-.*|)");

  /** Those that say what runs, and how fast, but not another program. */
  private static final Pattern OPTION =
      Pattern.compile(
          "-(X|D|ea|da|esa|dsa|enableassertions|disableassertions|javaagent:|agentlib:|agentpath:"
              + "|-add-|-enable-|-illegal-|-limit-).*");

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /**
   * Takes both keys out of what {@code --set} names.
   *
   * @param set changed
   * @return null where neither is named
   * @throws BadInput if a side names no JVM option, or no jar
   */
  static @Nullable BothJvms takenFrom(Map<String, String> set) throws BadInput {
    @Nullable String options = set.remove(OPTIONS);
    @Nullable String jars = set.remove(JARS);
    if (options == null && jars == null) {
      return null;
    }
    List<String> ofOptions = options == null ? List.of("", "") : divided(options, OPTIONS_OF_BOTH);
    List<String> ofJars =
        jars == null ? List.of("", "") : divided(jars, Pattern.compile("(.*?),(.*)"));
    BothJvms both =
        new BothJvms(jvm(ofOptions.get(0), ofJars.get(0)), jvm(ofOptions.get(1), ofJars.get(1)));
    if (both.base.equals(both.other)) {
      throw new BadInput(
          "--set " + (options == null ? JARS : OPTIONS) + ": both sides are the same");
    }
    return both;
  }

  /** Both sides' texts; a single one is the other side's. */
  private static List<String> divided(String value, Pattern both) {
    Matcher matcher = both.matcher(value);
    return matcher.matches()
        ? List.of(matcher.group(1).strip(), matcher.group(2).strip())
        : List.of("", value.strip());
  }

  private static JvmSettings jvm(String options, String jars) throws BadInput {
    return new JvmSettings(options(options), jars(jars), JvmSettings.USUAL.driver());
  }

  private static List<String> options(String text) throws BadInput {
    List<String> options = text.isEmpty() ? List.of() : List.of(BLANKS.split(text));
    for (String option : options) {
      if (!OPTION.matcher(option).matches()) {
        throw new BadInput(
            "--set " + OPTIONS + ": '" + option + "' is no JVM option; they begin with -X or -D");
      }
    }
    return options;
  }

  private static List<String> jars(String text) throws BadInput {
    List<String> classPath = new ArrayList<>();
    for (String entry : text.isEmpty() ? new String[0] : text.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath().normalize();
      if (Files.isDirectory(path) && hasJars(path)) {
        classPath.add(path.resolve("*").toString());
      } else if (Files.isRegularFile(path)) {
        classPath.add(path.toString());
      } else {
        throw new BadInput(
            "--set " + JARS + ": " + entry + " is neither a jar nor a folder of jars");
      }
    }
    return classPath;
  }

  private static boolean hasJars(Path folder) throws BadInput {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      return jars.iterator().hasNext();
    } catch (IOException e) {
      throw new BadInput("--set " + JARS + ": " + folder + " can't be read: " + FileProblem.of(e));
    }
  }

  /**
   * Starts a JVM of each side and ends it.
   *
   * @throws BadInput if one does not start
   */
  Versus.Jvms tried() throws BadInput, IOException, InterruptedException {
    return new Versus.Jvms(tried("base", base), tried("other side", other));
  }

  private static SideClients tried(String side, JvmSettings jvm)
      throws BadInput, IOException, InterruptedException {
    try {
      return SideClients.tried(jvm);
    } catch (LoadFailure e) {
      throw new BadInput("the JVM of the " + side + " does not start: " + e.reason());
    }
  }
}
