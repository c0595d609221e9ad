package dev.weir.games;

import java.util.concurrent.locks.LockSupport;

/** How a game's seconds pass. */
public interface Pace {
  /** Seconds since the game began, now. */
  double now();

  /** Lets time pass until that number of seconds after the begin. */
  void until(double seconds);

  /** A game whose hours take as long as its calls. */
  static Pace simulated() {
    return new Pace() {
      private double now;

      @Override
      public double now() {
        return now;
      }

      @Override
      public void until(double seconds) {
        now = Math.max(now, seconds);
      }
    };
  }

  /** A game in real time, which begins when it is first asked for. */
  static Pace real() {
    return new Pace() {
      private long begun;

      @Override
      public double now() {
        begun = begun == 0 ? System.nanoTime() : begun;
        return (System.nanoTime() - begun) / 1e9;
      }

      @Override
      public void until(double seconds) {
        for (double left = seconds - now(); left > 0; left = seconds - now()) {
          LockSupport.parkNanos((long) (left * 1e9));
        }
      }
    };
  }
}
