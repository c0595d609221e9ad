package dev.weir.load.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The words of a command that starts each client's JVM in a place of its own: {@code ip netns exec
 * weir{n}} puts client n into the network namespace of that number. It is split at blanks and
 * started without a shell, so nothing in it is expanded but <code>{n}</code>, which becomes the
 * client's number, from 1. The command should end in an {@code exec}: a process in between would be
 * watched in the client's stead.
 *
 * @param words the command's words, none to start the JVM directly
 */
public record ClientPrefix(List<String> words) {
  /** The JVM is started directly. */
  public static final ClientPrefix NONE = new ClientPrefix(List.of());

  private static final String NUMBER = "{n}";

  public ClientPrefix {
    words = List.copyOf(words);
  }

  /** Splits a command at blanks; blank text is {@link #NONE}. */
  public static ClientPrefix parse(String text) {
    String command = text.strip();
    return command.isEmpty() ? NONE : new ClientPrefix(Arrays.asList(command.split("\\s+")));
  }

  /**
   * The whole command of one client.
   *
   * @param client from 1
   */
  public List<String> command(int client, List<String> jvm) {
    List<String> command = new ArrayList<>();
    words.forEach(word -> command.add(word.replace(NUMBER, String.valueOf(client))));
    command.addAll(jvm);
    return command;
  }

  /** As it was given, but for blanks. */
  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
