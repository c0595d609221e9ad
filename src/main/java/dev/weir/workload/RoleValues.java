package dev.weir.workload;

import java.util.SplittableRandom;

/** Fresh values for fields; deterministic from the seed. Not safe for use by several threads. */
final class RoleValues {
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-";

  private static final int BITS = 6; // of the alphabet's 64

  private SplittableRandom random;
  private long bits;
  private int charactersLeft;

  RoleValues(SplittableRandom random) {
    this.random = random;
  }

  /** From here on the values of that seed, whatever came before. */
  void restart(long seed) {
    random = new SplittableRandom(seed);
    charactersLeft = 0;
  }

  int nextInt() {
    return random.nextInt();
  }

  int nextInt(int from, int toInclusive) {
    return from == toInclusive ? from : random.nextInt(from, toInclusive + 1);
  }

  /** One ASCII character. */
  char nextCharacter() {
    if (charactersLeft == 0) {
      bits = random.nextLong();
      charactersLeft = Long.SIZE / BITS;
    }
    charactersLeft--;
    char character = ALPHABET.charAt((int) bits & ((1 << BITS) - 1));
    bits >>>= BITS;
    return character;
  }

  String nextString(int characters) {
    StringBuilder text = new StringBuilder(characters);
    for (int i = 0; i < characters; i++) {
      text.append(nextCharacter());
    }
    return text.toString();
  }
}
