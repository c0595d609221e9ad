package dev.weir.benchmarks;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.load.process.LoadJvm;
import dev.weir.server.ServerException;
import dev.weir.study.Redaction;
import dev.weir.study.StudyException;
import dev.weir.study.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Holds Weir against code written directly against the driver, and prints every ratio with its
 * interval and its target. Each part runs in a JVM of its own, so that none is compiled for the
 * sake of another. Exit code 1 if an interval lies wholly beyond its bound, or a count was wrong.
 */
@Command(
    name = "self-check",
    mixinStandardHelpOptions = true,
    description = "What our own machinery costs and whether its figures are true, as ratios.")
public final class SelfCheck implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RESULT = "result ";
  private static final int MISSED = 1;
  private static final int RAW_BATCH = 1_000;
  private static final double OVERHEAD_BOUND = 0.98;

  /** The parts, in the order in which they run. */
  enum Part {
    OVERHEAD,
    OVERHEAD_NULL,
    RAW,
    FIDELITY,
    SAMPLERS
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--part",
      description = "Only this part; may be repeated: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<Part> parts = new ArrayList<>();

  @Option(names = "--in-this-jvm", hidden = true, description = "Be the JVM of one part.")
  private boolean inThisJvm;

  @Mixin private CheckSettings settings;

  /** Runs the self-check and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SelfCheck())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              command.getErr().println("self-check: " + Redaction.redact(String.valueOf(e)));
              return MISSED;
            });
  }

  @Override
  public Integer call() throws Exception {
    List<Part> wanted = parts.isEmpty() ? Arrays.asList(Part.values()) : parts;
    PrintWriter out = spec.commandLine().getOut();
    List<CheckFinding> findings = new ArrayList<>();
    for (Part part : wanted) {
      findings.addAll(inThisJvm ? run(part) : runInOwnJvm(part));
    }
    if (inThisJvm) {
      out.println(RESULT + JSON.writeValueAsString(findings));
      out.flush();
      return 0;
    }
    out.println(CheckFinding.table(findings));
    out.flush();
    return findings.stream().anyMatch(f -> f.verdict() == CheckFinding.Verdict.MISSED) ? MISSED : 0;
  }

  private List<CheckFinding> run(Part part)
      throws ServerException, StudyException, IOException, InterruptedException {
    OverheadCheck overhead = new OverheadCheck(settings, this::tell);
    return switch (part) {
      case OVERHEAD -> overhead.run(Target.MONGODB, OVERHEAD_BOUND);
      case OVERHEAD_NULL -> overhead.run(Target.NULL_SERVER, OVERHEAD_BOUND);
      case RAW -> new RawCheck(settings, this::tell).run(RAW_BATCH);
      case FIDELITY -> new FidelityCheck(settings, this::tell).run();
      case SAMPLERS -> new SamplerCheck(settings, this::tell).run();
    };
  }

  private void tell(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /** Passes on what the part tells; its last line holds the findings. */
  private List<CheckFinding> runInOwnJvm(Part part) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(settings.arguments());
    arguments.addAll(List.of("--in-this-jvm", "--part=" + part));
    tell("part " + part);
    Process process =
        new ProcessBuilder(Jvms.command(LoadJvm.arguments(), SelfCheck.class, arguments))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<CheckFinding> findings = List.of();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(RESULT)) {
          findings = JSON.readValue(line.substring(RESULT.length()), new TypeReference<>() {});
        } else {
          tell(line);
        }
      }
      if (process.waitFor() != 0) {
        throw new IOException("part " + part + " failed; see above");
      }
    } finally {
      process.destroy();
    }
    return findings;
  }
}
