package dev.weir.workload.economy;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The five operations of the game economy. Weights are TPC-C's minimum percentages (TPC-C 5.11,
 * clause 5.2.3), keying and think times those of clause 5.2.5.7; purchase stands for New-Order,
 * payment for Payment, role status for Order-Status, mail delivery for Delivery.
 */
public enum EconomyOperation {
  /** A player buys items of a shop, which it gets by mail. */
  PURCHASE(45, 18, 12),
  /** A shop pays a player. */
  PAYMENT(43, 3, 12),
  /** Up to ten mails of a shop go into the bags of their players. */
  MAIL_DELIVERY(4, 2, 5),
  /** A player's gold, bag and mail, read in one snapshot. */
  ROLE_STATUS(4, 2, 10),
  /** How many items in a shop's latest mails are nearly sold out. */
  STOCK_LEVEL(4, 2, 5);

  private static final double LONGEST_THINK = 10;

  private final int weight;
  private final double keyingSeconds;
  private final double meanThinkSeconds;

  EconomyOperation(int weight, double keyingSeconds, double meanThinkSeconds) {
    this.weight = weight;
    this.keyingSeconds = keyingSeconds;
    this.meanThinkSeconds = meanThinkSeconds;
  }

  /** Of 100. */
  public int weight() {
    return weight;
  }

  /** Fixed time before the operation, in seconds at full scale. */
  public double keyingSeconds() {
    return keyingSeconds;
  }

  /**
   * Time after the operation, in seconds at full scale: negative exponential, cut off at ten times
   * its mean (clause 5.2.5.4).
   */
  public double thinkSeconds(SplittableRandom random) {
    double drawn = -Math.log(1 - random.nextDouble()) * meanThinkSeconds;
    return Math.min(drawn, LONGEST_THINK * meanThinkSeconds);
  }

  /** The next operation of a worker. */
  public static EconomyOperation pick(SplittableRandom random) {
    int drawn = random.nextInt(100);
    for (EconomyOperation one : values()) {
      drawn -= one.weight;
      if (drawn < 0) {
        return one;
      }
    }
    throw new IllegalStateException("the weights must add up to 100");
  }

  /**
   * Mean seconds of a worker's cycle at full scale with answers that take no time: 20.99 s, from
   * which TPC-C's limit of 12.86 New-Orders per minute and ten terminals follows.
   */
  public static double meanCycleSeconds() {
    return Arrays.stream(values())
        .mapToDouble(one -> one.weight / 100.0 * (one.keyingSeconds + one.meanThinkSeconds))
        .sum();
  }

  /** The name in lines and records, for instance {@code mail-delivery}. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
