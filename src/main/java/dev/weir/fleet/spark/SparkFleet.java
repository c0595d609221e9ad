package dev.weir.fleet.spark;

import dev.weir.fleet.Addresses;
import dev.weir.fleet.Token;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.reflect.ClassTag;

/**
 * The driver program: {@code spark-submit --class dev.weir.fleet.spark.SparkFleet weir.jar
 * HOST:PORT WORKERS}, with the fleet's token in {@code WEIR_FLEET_TOKEN}. Runs the workers as one
 * barrier stage, which Spark starts as a whole or not at all, and which fails as a whole with any
 * of its tasks. Ends with its standard input, so that it outlives nobody who waits for it.
 */
public final class SparkFleet {
  private static final int BAD_INPUT = 2;
  private static final int ORPHANED = 4;

  private SparkFleet() {}

  public static void main(String[] args) {
    if (args.length != 2) {
      fail("must be given HOST:PORT and the number of workers", BAD_INPUT);
    }
    String token = System.getenv(Token.VARIABLE);
    if (token == null) {
      fail("no token: set " + Token.VARIABLE, BAD_INPUT);
      return;
    }
    int workers = Integer.parseInt(args[1]);
    String coordinator = Addresses.text(Addresses.parse(args[0]));
    Thread orphan = new Thread(SparkFleet::endWithInput, "input");
    orphan.setDaemon(true);
    orphan.start();
    List<Integer> indices = IntStream.range(0, workers).boxed().toList();
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      spark
          .parallelize(indices, workers)
          .rdd()
          .barrier()
          .mapPartitions(new WorkerTask(coordinator, token), false, ClassTag.apply(Integer.class))
          .count();
    }
  }

  private static void fail(String why, int code) {
    System.err.println("weir-fleet: " + why);
    System.exit(code);
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {
        // Nobody has anything to say.
      }
    } catch (IOException e) {
      // As good as an end.
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
