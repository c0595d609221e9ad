package dev.weir.benchmarks;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.MongoNamespace;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnTaking;
import dev.weir.study.Cell;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Bare loops in a JVM of their own that lives, and stays warm, through a whole check. Takes one
 * {@link Order} a line and answers with documents/s; ends with its input.
 */
final class BareLoopProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Writer orders;
  private final BufferedReader answers;

  /**
   * What to run.
   *
   * @param uri travels by standard input, because it may hold a password
   * @param factors the cell
   * @param millis how long to measure
   */
  record Order(
      String uri,
      String database,
      String collection,
      int documents,
      Map<String, String> factors,
      long millis) {}

  private BareLoopProcess(Process process) {
    this.process = process;
    this.orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts it with the JVM and the class path of this one. */
  static BareLoopProcess start(List<String> jvmArguments) throws IOException {
    return new BareLoopProcess(
        new ProcessBuilder(Jvms.command(jvmArguments, BareLoopProcess.class, List.of()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Runs one slice and gives its documents/s. */
  double run(Order order) throws IOException {
    orders.write(JSON.writeValueAsString(order));
    orders.write('\n');
    orders.flush();
    String answer = answers.readLine(); // every wait of a bare loop is bounded, so this one is
    if (answer == null) {
      throw new IOException("the reference process ended");
    }
    return Double.parseDouble(answer);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    orders.close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }

  /** The process's own side. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out = System.out;
    System.setOut(System.err);
    Map<Map<String, String>, TurnTaking> loops = new HashMap<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Order order = JSON.readValue(line, new TypeReference<Order>() {});
      Cell cell = Cell.parse(order.factors);
      TurnTaking loop =
          loops.computeIfAbsent(
              order.factors,
              factors ->
                  new TurnTaking(
                      List.of(
                          BareLoop.open(
                              order.uri,
                              new MongoNamespace(order.database, order.collection),
                              cell,
                              order.documents)),
                      Timing.system(),
                      CpuClocks.process(),
                      0));
      // A side alone: a single long turn, that is a closed loop.
      TurnShare share =
          loop.block(
                  TurnTaking.Length.millis(order.millis), 1, order.millis + CallLoop.DRAIN_MILLIS)
              .get(0);
      out.println(share.rate() * cell.inFlight() * cell.batch());
      out.flush();
    }
    loops.values().forEach(TurnTaking::close);
  }
}
