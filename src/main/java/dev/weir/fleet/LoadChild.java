package dev.weir.fleet;

import dev.weir.load.process.LoadJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker's load process: passes lines both ways, unread. */
final class LoadChild {
  private static final long EXIT_SECONDS = 10;

  private final Process process;
  private final Writer in;

  /** What comes of it. Called by a thread of the child's. */
  interface Listener {
    void wrote(String line) throws IOException;

    void ended(String how) throws IOException;
  }

  private LoadChild(Process process) {
    this.process = process;
    this.in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  /** Starts it; its standard error is ours. */
  static LoadChild start(LoadJvmCommand command, List<String> arguments, Listener listener)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command.line(arguments));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().remove(Token.VARIABLE);
    LoadChild child = new LoadChild(builder.start());
    Thread reader = new Thread(() -> child.read(listener), "load-output");
    reader.setDaemon(true);
    reader.start();
    return child;
  }

  long pid() {
    return process.pid();
  }

  /** Hands over a line; one that has ended takes none and tells so by its end. */
  synchronized void tell(String line) {
    try {
      in.write(line);
      in.write('\n');
      in.flush();
    } catch (IOException e) {
      // The reader reports its end.
    }
  }

  /** Ends it at once; it also ends with our end of its input. */
  void kill() {
    process.destroyForcibly();
  }

  private void read(Listener listener) {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("{")) { // HotSpot adds last words of its own
          listener.wrote(line);
        }
      }
    } catch (IOException e) {
      // Either side is gone: without one the other is of no use.
    }
    try {
      boolean over = process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
      if (!over) {
        kill();
      }
      listener.ended(over ? LoadJvm.ended(process.exitValue()) : "closed its output");
    } catch (IOException e) {
      // The coordinator is gone; the worker's own reader finds out.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
