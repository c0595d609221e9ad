package dev.weir.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Hostile inputs made from good ones: bytes flipped, cut, repeated, spliced, and what parsers trip
 * over put in. The same ones for the same seed. {@code -Pfuzz} makes a million for each reader.
 */
final class Mutations {
  private static final int INPUTS = Integer.getInteger("weir.fuzz.inputs", 1_500);
  private static final long SEED = Long.getLong("weir.fuzz.seed", 1);
  private static final int LONGEST = 100_000;

  private static final List<String> TOKENS =
      List.of(
          "NaN",
          "-1",
          "1e999",
          "9223372036854775808",
          "\0",
          "\r\n",
          "\n\n",
          "{",
          "[",
          "}",
          "]",
          "\"",
          "&a ",
          "*a",
          "!!javax.script.ScriptEngineManager ",
          "<<: ",
          "- ",
          ": ",
          "null",
          "true",
          "\u2028",
          "\uFEFF",
          "%",
          "99999999999999999999",
          "0x",
          "\t",
          ",",
          "#",
          "\\",
          "'",
          "---\n",
          "1.0.0",
          "2026-13-45T99:99:99Z",
          "PT",
          "_",
          "a".repeat(5_000),
          "[".repeat(2_000),
          "9".repeat(400));

  private Mutations() {}

  /** As many as {@code -Dweir.fuzz.inputs} says, made as they are asked for. */
  static Stream<String> of(List<String> good) {
    SplittableRandom random = new SplittableRandom(SEED);
    String[] from = good.toArray(String[]::new);
    return Stream.generate(() -> mutate(random, from)).limit(INPUTS);
  }

  private static String mutate(SplittableRandom random, String... good) {
    byte[] bytes = good[random.nextInt(good.length)].getBytes(StandardCharsets.UTF_8);
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      bytes = change(bytes, random, good);
    }
    return new String(bytes, 0, Math.min(bytes.length, LONGEST), StandardCharsets.UTF_8);
  }

  private static byte[] change(byte[] bytes, SplittableRandom random, String... good) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(40));
    return switch (random.nextInt(6)) {
      case 0 -> {
        byte[] flipped = bytes.clone();
        if (from < flipped.length) {
          flipped[from] ^= (byte) (1 << random.nextInt(8));
        }
        yield flipped;
      }
      case 1 -> replace(bytes, from, to, new byte[0]);
      case 2 -> replace(bytes, to, to, Arrays.copyOfRange(bytes, from, to));
      case 3 -> Arrays.copyOf(bytes, from);
      case 4 -> {
        byte[] other = good[random.nextInt(good.length)].getBytes(StandardCharsets.UTF_8);
        int at = random.nextInt(other.length + 1);
        yield replace(bytes, from, bytes.length, Arrays.copyOfRange(other, at, other.length));
      }
      default ->
          replace(
              bytes,
              from,
              random.nextBoolean() ? from : to,
              TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8));
    };
  }

  private static byte[] replace(byte[] bytes, int from, int to, byte[] with) {
    byte[] replaced = new byte[bytes.length - (to - from) + with.length];
    System.arraycopy(bytes, 0, replaced, 0, from);
    System.arraycopy(with, 0, replaced, from, with.length);
    System.arraycopy(bytes, to, replaced, from + with.length, bytes.length - to);
    return replaced;
  }
}
