package dev.weir.analysis.bottleneck;

import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Demand;
import dev.weir.analysis.stats.OperationalLaws;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names what held a cell back.
 *
 * <p>The rules are asked in order; the first that names something decides. The order matters
 * because limits cause each other's symptoms:
 *
 * <ol>
 *   <li>a met rate needs no limit;
 *   <li>a disturbed generator spoils all other figures;
 *   <li>conflicts and eviction burn processor time, so they come before the processors;
 *   <li>a full processor makes everybody else wait, so it comes before pool, replication, journal
 *       and late threads;
 *   <li>what the study itself delays is known, so it comes before what only exclusion shows;
 *   <li>too few calls at a time is what remains when nothing is full, nothing queues, and trip and
 *       work account for the call; then what the server's own clock says, and last the way of the
 *       bytes.
 * </ol>
 *
 * <p>Formulas are those of {@link OperationalLaws}. If no rule names anything the verdict is {@link
 * Resource#UNDECIDED} with what would have been needed. The verdicts by exclusion, {@link
 * Resource#FEW_CALLS} and its like, are given only if the processors of both sides were measured.
 */
public final class Bottleneck {
  private static final List<BottleneckRule> RULES =
      List.of(
          BottleneckRules::rateMet,
          BottleneckRules::generatorDisturbed,
          BottleneckRules::conflicts,
          BottleneckRules::cache,
          new CpuRule(),
          BottleneckRules::pool,
          BottleneckRules::replication,
          BottleneckRules::disk,
          BottleneckRules::generatorLate,
          WayRules::delayedLink,
          WayRules::askedToWait,
          WayRules::fewCalls,
          WayRules::slowAnswers,
          WayRules::uplink);

  /**
   * A cell's verdict.
   *
   * @param resource what held it back
   * @param evidence lines with figures, the decisive ones first
   * @param missing what was not measured and could have changed the verdict, or would have been
   *     needed for one
   */
  public record Verdict(Resource resource, List<String> evidence, List<String> missing) {}

  private Bottleneck() {}

  /** The verdict on a cell; never fails for want of evidence. */
  public static Verdict of(CellEvidence evidence) {
    if (!(evidence.demand().callsPerSecond() > 0)) {
      return new Verdict(
          Resource.UNDECIDED, List.of(context(evidence)), List.of("any completed call"));
    }
    Set<String> missing = new LinkedHashSet<>();
    for (BottleneckRule rule : RULES) {
      Finding finding = rule.examine(evidence);
      missing.addAll(finding.missing());
      Resource resource = finding.resource();
      if (resource != null) {
        List<String> lines = new ArrayList<>(finding.evidence());
        lines.add(context(evidence));
        return new Verdict(resource, List.copyOf(lines), List.copyOf(missing));
      }
    }
    return new Verdict(Resource.UNDECIDED, List.of(context(evidence)), List.copyOf(missing));
  }

  private static String context(CellEvidence evidence) {
    Demand demand = evidence.demand();
    Cpu cpu = evidence.cpu();
    String text =
        String.format(
            Locale.ROOT,
            "%s in flight, %.0f documents/s; server CPU %s, client %s",
            demand.inFlight() < 0.5
                ? "less than one"
                : String.format(Locale.ROOT, "%.0f", demand.inFlight()),
            demand.documentsPerSecond(),
            cores(cpu.serverUsed(), cpu.serverAvailable()),
            cores(cpu.clientUsed(), cpu.clientAvailable()));
    Double hostCores = cpu.hostCores();
    if (cpu.sharedHost() && hostCores != null) {
      text += String.format(Locale.ROOT, " (they share %.0f cores)", hostCores);
    }
    Double server = cpu.serverUsed();
    return server == null || demand.documentsPerSecond() <= 0
        ? text
        : text + perDocument(server, demand);
  }

  /** Field count, not bytes, sets the server's cost: so it is given per field as well. */
  private static String perDocument(double serverCores, Demand demand) {
    double micros = 1e6 * OperationalLaws.serviceDemand(serverCores, demand.documentsPerSecond());
    String text = String.format(Locale.ROOT, "; %.1f µs of server CPU per document", micros);
    Double fields = demand.fieldsPerDocument();
    return fields == null || fields <= 0
        ? text
        : text
            + String.format(Locale.ROOT, ", %.2f per field (%.0f fields)", micros / fields, fields);
  }

  private static String cores(@Nullable Double used, @Nullable Double available) {
    if (used == null) {
      return "unknown";
    }
    return available == null
        ? String.format(Locale.ROOT, "%.2f cores", used)
        : String.format(Locale.ROOT, "%.2f of %.2f cores", used, available);
  }
}
