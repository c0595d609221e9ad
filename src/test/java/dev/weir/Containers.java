package dev.weir;

/** Which tests of containers run: none unless asked for, so that no other test run needs Docker. */
public final class Containers {
  private Containers() {}

  /** The short part: with {@code WEIR_TEST_DOCKER=1} or {@code -Pdocker}. */
  public static boolean some() {
    return "1".equals(System.getenv("WEIR_TEST_DOCKER")) || all();
  }

  /** All of it: {@code -Pdocker}. */
  public static boolean all() {
    return Boolean.getBoolean("weir.docker.all");
  }
}
