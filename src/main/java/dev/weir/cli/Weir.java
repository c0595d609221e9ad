package dev.weir.cli;

/** Entry point. */
public final class Weir {
  private Weir() {}

  public static void main(String[] args) {
    System.out.println("weir");
  }
}
