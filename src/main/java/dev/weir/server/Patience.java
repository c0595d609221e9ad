package dev.weir.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One bound for several waits in a row, which a sign of progress renews. Every few seconds a line
 * says what is waited for.
 */
final class Patience {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 100;

  private final Duration length;
  private final Consumer<String> log;
  private volatile long deadline;
  private long nextLine;

  Patience(Duration length, Consumer<String> log) {
    this.length = length;
    this.log = log;
    this.nextLine = System.nanoTime() + BETWEEN_LINES.toNanos();
    renew();
  }

  /** Starts the bound anew; from any thread. */
  void renew() {
    deadline = System.nanoTime() + length.toNanos();
  }

  /**
   * Does work that knows no bound of its own, on a thread that is left behind if the bound ends.
   *
   * @param what names the work in messages
   * @throws ServerException if the work fails or the bound ends
   */
  <T> T call(String what, Callable<T> work) throws ServerException {
    return call(() -> what, work);
  }

  /** The same with a name that changes as the work goes on. */
  <T> T call(Supplier<String> what, Callable<T> work) throws ServerException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "weir-wait");
    thread.setDaemon(true);
    thread.start();
    try {
      while (true) {
        try {
          return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          require(what.get());
        }
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      String said = cause.getMessage();
      throw new ServerException(what.get() + ": " + (said == null ? cause : said));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for " + what.get());
    } finally {
      task.cancel(true);
    }
  }

  /**
   * Waits a moment for what can only be polled.
   *
   * @throws ServerException if the bound has ended
   */
  void pause(String what) throws ServerException {
    require(what);
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for " + what);
    }
  }

  /**
   * Says every few seconds what is waited for.
   *
   * @throws ServerException if the bound has ended
   */
  void require(String what) throws ServerException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new ServerException(what + ": nothing for " + length.toSeconds() + " s");
    }
    if (System.nanoTime() - nextLine > 0) {
      nextLine += BETWEEN_LINES.toNanos();
      long seconds = Duration.ofNanos(left).toSeconds();
      log.accept("server: waiting for " + what + " (" + seconds + " s more without a sign)");
    }
  }
}
