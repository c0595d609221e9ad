package dev.weir.workload.economy;

/**
 * How large the world is. Nobody mints gold or makes items while it is played, so both are
 * conserved.
 *
 * @param players each with {@link #PLAYER_GOLD}
 * @param shops each with {@link #SHOP_GOLD} and {@link #items} kinds of items
 * @param items kinds of items in each shop, {@link #STOCK} of each
 */
public record EconomySize(int players, int shops, int items) {
  public static final long PLAYER_GOLD = 100_000;
  public static final long SHOP_GOLD = 10_000_000;
  public static final long STOCK = 1_000_000;

  /** Price of an item in gold. */
  public static final long PRICE = 10;

  /** Most items in one purchase. */
  public static final int MOST_BOUGHT = 10;

  /** Most gold in one payment; its mean is that of a purchase. */
  public static final int MOST_PAID = 109;

  /** As TPC-C: ten workers to a shop, a hundred players to a worker. */
  public static EconomySize forWorkers(int workers) {
    int shops = Math.max(1, (workers + 9) / 10);
    return new EconomySize(1_000 * shops, shops, 100);
  }

  /** All gold there is. */
  public long gold() {
    return players * PLAYER_GOLD + shops * SHOP_GOLD;
  }

  /** All items there are. */
  public long allItems() {
    return (long) shops * items * STOCK;
  }

  /** The key of a shop's item in the stock. */
  public int stockKey(int shop, int item) {
    return shop * items + item;
  }
}
