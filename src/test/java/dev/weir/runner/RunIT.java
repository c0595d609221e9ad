package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoSocketReadException;
import com.mongodb.ServerAddress;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends, its record stays and says how. */
class RunIT {
  private static final RunRecord.Verdict VALID =
      new RunRecord.Verdict(true, List.of(), List.of("a note"));

  @SuppressWarnings("NullAway.Init")
  private static ServerUnderTest server;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path results;

  @BeforeAll
  static void start() throws ServerException {
    server = NullServerProcess.start(false);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private Run.Outcome carryOut(BareMeasurement.Body body) throws Exception {
    return Run.carryOut(
        new BareMeasurement(body),
        server,
        results,
        Run.Settings.of(Clock.systemUTC(), new SilentListener()));
  }

  private RunFolder onlyFolder() throws IOException {
    try (Stream<Path> folders = Files.list(results)) {
      return RunFolder.open(folders.toList().get(0));
    }
  }

  private void assertUnfinished(String reason) throws IOException {
    RunRecord record = onlyFolder().run();
    assertThat(record.endedAt()).isNull();
    assertThat(record.verdict().valid()).isFalse();
    assertThat(record.verdict().reasons()).containsExactly("the run has not finished: " + reason);
    assertThat(record.seed()).isEqualTo(7);
    assertThat(onlyFolder().file("run.lock")).doesNotExist();
    assertThat(onlyFolder().file(RunFolder.CAPTURE)).as("samplers ran").isDirectory();
  }

  @Test
  void aRunThatEndsKeepsWhatWasFound() throws Exception {
    Run.Outcome outcome =
        carryOut(
            run -> {
              assertThat(run.folder().run().endedAt()).as("begun").isNull();
              assertThat(run.folder().file("run.lock")).as("locked").exists();
              run.mark("something");
              run.unmark();
              return new Measurement.Findings(
                  2, List.of(), VALID, Map.of("extra.json", Map.of("key", "value")));
            });
    RunRecord record = onlyFolder().run();
    assertThat(record.endedAt()).isNotNull();
    assertThat(record.rounds()).isEqualTo(2);
    assertThat(record.verdict()).isEqualTo(VALID);
    assertThat(record.capture()).containsKeys("samplers", "gaps", "cost");
    assertThat(record.study()).containsEntry("name", BareMeasurement.NAME);
    assertThat(Files.readString(onlyFolder().file("extra.json"))).contains("\"value\"");
    assertThat(onlyFolder().file("run.lock")).doesNotExist();
    assertThat(outcome.folder()).isEqualTo(onlyFolder().path());
  }

  @Test
  void timesOfATrialThatBrokeAreKeptAsThoseOfAnInvalidOne() throws Exception {
    String times = Times.encode(new Histogram(3));
    carryOut(
        run -> {
          LatencyLog.append(
              run.folder(), "a", 1, List.of(new LatencyInterval(1_000, 2_000, times)));
          return new Measurement.Findings(0, List.of(), VALID); // no trial came of it
        });
    Path latency = onlyFolder().file(RunFolder.LATENCY);
    assertThat(latency.resolve("invalid/a.hlog")).exists();
    assertThat(latency).isDirectoryNotContaining("glob:**.unjudged");
  }

  /** A run may be killed at any moment: its record is brought up to date after each trial. */
  @Test
  void whatOthersDidIsKnownOfAllSessions() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      run.hostWatch().begin().kept();
                      run.add(Samples.trial("a", 1, 100, List.of()));
                      assertThat(Objects.requireNonNull(run.folder().run().disturbance()).turns())
                          .isEqualTo(1);
                      run.hostWatch().begin().kept(); // of a trial that will be made again
                      throw new IOException("no space left");
                    }))
        .isInstanceOf(IOException.class);
    Run.Outcome outcome =
        Run.goOn(
            onlyFolder().path(),
            new BareMeasurement(
                run -> {
                  run.hostWatch().begin().kept();
                  return new Measurement.Findings(1, List.of(), VALID, Map.of());
                }),
            server,
            Run.Settings.of(Clock.systemUTC(), new SilentListener()));
    assertThat(Objects.requireNonNull(outcome.run().disturbance()).turns()).isEqualTo(2);
    assertThat(onlyFolder().run().disturbance()).isEqualTo(outcome.run().disturbance());
  }

  @Test
  void aReasonHoldsNoPassword() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new IOException("can't write to mongodb://me:s3cret@host/");
                    }))
        .isInstanceOf(IOException.class);
    assertUnfinished("can't write to mongodb://***@host/");
  }

  @Test
  void aServerThatIsLostIsNamed() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new ServerException("the server is gone");
                    }))
        .isInstanceOf(ServerException.class)
        .hasMessage("the server is gone"); // no way to go on is promised
    assertUnfinished("the server is gone");
  }

  /** The driver's exceptions are unchecked: they are no defect of ours. */
  @Test
  void aServerThatTheDriverLostIsNamed() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new MongoSocketReadException("the server hung up", new ServerAddress());
                    }))
        .isInstanceOf(ServerException.class)
        .hasMessage("the server hung up");
    assertUnfinished("the server hung up");
  }

  /** What hears a load's events can't throw a checked exception. */
  @Test
  void aLogThatCantBeWrittenIsNamed() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new UncheckedIOException("no space left", new IOException("full"));
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no space left");
    assertUnfinished("no space left");
  }

  @Test
  void aRecordThatCantBeWrittenIsNamed() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new IOException("no space left");
                    }))
        .isInstanceOf(IOException.class);
    assertUnfinished("no space left");
  }

  @Test
  void anInterruptIsNamed() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(InterruptedException.class);
    assertUnfinished("it was interrupted");
  }

  @Test
  void aDefectIsNamed() throws Exception {
    assertThatThrownBy(
            () ->
                carryOut(
                    run -> {
                      throw new IllegalStateException("oh");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertUnfinished("a defect of Weir: java.lang.IllegalStateException: oh");
  }
}
