package dev.weir.fleet;

import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadJvm;
import dev.weir.load.process.LoadProcess;
import java.util.concurrent.TimeUnit;

/** A worker, and its load processes, on a host whose clock is three seconds ahead. */
final class ShiftedWorker {
  static final long AHEAD_MILLIS = 3_000;

  private ShiftedWorker() {}

  public static void main(String[] args) {
    LoadJvmCommand command = new LoadJvmCommand(LoadJvm.classPath(), Load.class.getName());
    System.exit(WorkerMain.run(command, ahead(), args));
  }

  /** The load process. */
  static final class Load {
    private Load() {}

    public static void main(String[] args) throws Exception {
      LoadProcess.run((series, pool) -> () -> {}, (work, writer) -> writer, ahead());
    }
  }

  private static Timing ahead() {
    Timing real = Timing.system();
    return new Timing() {
      @Override
      public long nanoTime() {
        return real.nanoTime();
      }

      @Override
      public long epochMillis() {
        return real.epochMillis() + AHEAD_MILLIS;
      }

      @Override
      public long epochMicros() {
        return real.epochMicros() + TimeUnit.MILLISECONDS.toMicros(AHEAD_MILLIS);
      }

      @Override
      public void sleepUntil(long nanoTime) throws InterruptedException {
        real.sleepUntil(nanoTime);
      }
    };
  }
}
