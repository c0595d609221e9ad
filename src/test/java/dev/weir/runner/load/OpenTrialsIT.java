package dev.weir.runner.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.ClientProcess;
import dev.weir.load.process.ClientSource;
import dev.weir.load.process.LoadClients;
import dev.weir.record.SecondsCsv;
import dev.weir.runner.BareMeasurement;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can't begin leaves nothing open. */
class OpenTrialsIT {
  private static final OpenRequest REQUEST =
      new OpenRequest(Cell.of(Map.of()), 100, 10, false, 10, 0, 1, 1, false, 1, null);

  private static void begin(Path results, ClientSource clients, boolean logIsThere)
      throws Exception {
    Run.Settings settings =
        Run.Settings.of(Clock.systemUTC(), new SilentListener()).withClients(clients);
    try (ServerUnderTest server = NullServerProcess.start(false)) {
      Run.carryOut(
          new BareMeasurement(
              run -> {
                if (logIsThere) {
                  Files.createFile(run.folder().file(SecondsCsv.FILE));
                }
                try (OpenTrials trials = new OpenTrials(REQUEST, run, second -> {})) {
                  return trials.findings(true, Map.of());
                } catch (IOException e) {
                  assertThat(Files.exists(run.folder().file(SecondsCsv.FILE)))
                      .as("a log is open")
                      .isEqualTo(logIsThere);
                  throw e;
                }
              }),
          server,
          results,
          settings);
    }
  }

  @Test
  void noLogIsOpenedWhereNoLoadProcessStarts(@TempDir Path results) {
    ClientSource none =
        (log, clients) -> {
          throw new IOException("no memory for a JVM");
        };
    assertThatThrownBy(() -> begin(results, none, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no memory for a JVM");
  }

  @Test
  void aLoadProcessWithoutALogEnds(@TempDir Path results) {
    Idle client = new Idle();
    assertThatThrownBy(
            () -> begin(results, (log, clients) -> LoadClients.of(List.of(client)), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(SecondsCsv.FILE);
    assertThat(client.closed).isTrue();
  }

  private static final class Idle implements ClientProcess {
    private boolean closed;

    @Override
    public void send(LoadOrder order) {}

    @Override
    public LoadEvent next(Duration timeout) {
      throw new IllegalStateException("nobody waits for it");
    }

    @Override
    public OptionalLong localPid() {
      return OptionalLong.empty();
    }

    @Override
    public boolean alive() {
      return !closed;
    }

    @Override
    public void kill() {
      closed = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
