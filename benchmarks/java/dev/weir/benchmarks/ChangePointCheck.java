package dev.weir.benchmarks;

import dev.weir.analysis.stats.EDivisive;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The changes that {@code weir history} finds in made series whose changes are known, beside those
 * that another tool finds in the same series.
 */
@Command(
    name = "change-point-check",
    mixinStandardHelpOptions = true,
    description = "Finds the changes of made series, and holds another tool's against them.")
public final class ChangePointCheck implements Callable<Integer> {
  private static final int FEWEST_RUNS = 20;
  private static final int MOST_RUNS = 60;
  private static final int FEWEST_BETWEEN = 6;
  private static final double SMALLEST = 0.05;
  private static final double LARGEST = 0.20;
  private static final double LEVEL = 10_000;

  /** A change counts as found if it is said to lie at most this many runs beside the true one. */
  private static final int BESIDE = 2;

  private static final double[] NOISE = {0.02, 0.04, 0.06};

  @Spec private CommandSpec spec;

  @Option(names = "--series", defaultValue = "50", description = "Default: ${DEFAULT-VALUE}.")
  private int series;

  @Option(names = "--seed", defaultValue = "1", description = "Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--alpha",
      defaultValue = "0.01",
      description = "Level of the tests of a series. Default: ${DEFAULT-VALUE}.")
  private double alpha;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "CSV file for the series, their changes and those that Weir finds.")
  private @Nullable Path out;

  @Option(
      names = "--other",
      paramLabel = "FILE",
      description = "Lines SERIES,CHANGES of the other tool; changes are indices with spaces.")
  private @Nullable Path other;

  /** Runs the check and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ChangePointCheck()).execute(args));
  }

  /**
   * A series of runs.
   *
   * @param noise standard deviation of a run's log level
   * @param changes indices of the first runs on new levels
   * @param levels documents/s of each run
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Series(double noise, List<Integer> changes, double[] levels) {
    static Series of(int number, Random random) {
      int runs = FEWEST_RUNS + random.nextInt(MOST_RUNS - FEWEST_RUNS + 1);
      double noise = NOISE[number % NOISE.length];
      List<Integer> changes = changes(number % 5 == 0 ? 0 : 1 + number % 2, runs, random);
      double[] levels = new double[runs];
      double level = Math.log(LEVEL);
      for (int run = 0; run < runs; run++) {
        if (changes.contains(run)) {
          double size = SMALLEST + random.nextDouble() * (LARGEST - SMALLEST);
          level += random.nextBoolean() ? Math.log1p(size) : Math.log1p(-size);
        }
        levels[run] = Math.exp(level + noise * random.nextGaussian());
      }
      return new Series(noise, changes, levels);
    }

    private static List<Integer> changes(int count, int runs, Random random) {
      while (true) {
        List<Integer> places =
            IntStream.range(0, count)
                .map(i -> FEWEST_BETWEEN + random.nextInt(runs - 2 * FEWEST_BETWEEN + 1))
                .sorted()
                .boxed()
                .toList();
        if (count < 2 || places.get(1) - places.get(0) >= FEWEST_BETWEEN) {
          return places;
        }
      }
    }
  }

  /** How the changes that were found lie to the true ones, summed over series. */
  static final class Score {
    private int found;
    private int missed;
    private int wrong;

    void add(List<Integer> truth, List<Integer> said) {
      Set<Integer> left = new HashSet<>(said);
      for (int change : truth) {
        boolean seen =
            left.stream()
                .filter(at -> Math.abs(at - change) <= BESIDE)
                .findFirst()
                .map(left::remove)
                .orElse(false);
        found += seen ? 1 : 0;
        missed += seen ? 0 : 1;
      }
      wrong += left.size();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d of %d found within %d runs, %d said where none is",
          found,
          found + missed,
          BESIDE,
          wrong);
    }
  }

  @Override
  public Integer call() throws IOException {
    Random random = new Random(seed);
    List<Series> all =
        IntStream.range(0, series).mapToObj(number -> Series.of(number, random)).toList();
    List<List<Integer>> weir = all.stream().map(this::changes).toList();
    PrintWriter console = spec.commandLine().getOut();
    console.println("Weir: " + score(truth(all), weir));
    if (other != null) {
      List<List<Integer>> others = read(other, all.size());
      console.println("other: " + score(truth(all), others));
      console.println("the other's as truth, Weir: " + score(others, weir));
    }
    console.flush();
    if (out != null) {
      Files.write(out, rows(all, weir));
    }
    return 0;
  }

  private List<Integer> changes(Series one) {
    double[] logs = Arrays.stream(one.levels).map(Math::log).toArray();
    return new EDivisive(alpha, new Random(seed))
        .find(logs).stream().map(EDivisive.ChangePoint::index).toList();
  }

  private static List<List<Integer>> truth(List<Series> all) {
    return all.stream().map(Series::changes).toList();
  }

  private static Score score(List<List<Integer>> truth, List<List<Integer>> said) {
    Score score = new Score();
    for (int i = 0; i < truth.size(); i++) {
      score.add(truth.get(i), said.get(i));
    }
    return score;
  }

  private static List<List<Integer>> read(Path file, int series) throws IOException {
    List<List<Integer>> changes = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String places = line.substring(line.indexOf(',') + 1).strip();
      changes.add(
          places.isEmpty()
              ? List.of()
              : Arrays.stream(places.split(" ", -1)).map(Integer::valueOf).toList());
    }
    if (changes.size() != series) {
      throw new IOException(
          file + " has " + changes.size() + " lines; it needs one for each of " + series);
    }
    return changes;
  }

  private static List<String> rows(List<Series> all, List<List<Integer>> weir) {
    List<String> rows = new ArrayList<>();
    rows.add("series,noise_percent,changes,weir,documents_per_second");
    for (int i = 0; i < all.size(); i++) {
      Series one = all.get(i);
      rows.add(
          String.format(
              Locale.ROOT,
              "%d,%.0f,%s,%s,%s",
              i + 1,
              one.noise * 100,
              joined(one.changes),
              joined(weir.get(i)),
              Arrays.stream(one.levels)
                  .mapToObj(level -> String.format(Locale.ROOT, "%.0f", level))
                  .collect(Collectors.joining(" "))));
    }
    return rows;
  }

  private static String joined(List<Integer> indices) {
    return indices.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
