package dev.weir.load.engine;

import dev.weir.study.DriverKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.hipparchus.util.ResizableDoubleArray;
import org.jspecify.annotations.Nullable;

/**
 * Sides that take turns at one server, in one process: while one has calls in flight the others
 * have none. A turn may be as short as one call. What is compared is the <em>cycle</em>: the time
 * from the start of a lane's call to the moment at which the lane could start the next one, so that
 * a slow client shows as well as a slow server. Handing over the turn belongs to no cycle.
 *
 * <p>Sides that block the same way share their threads, so that with one lane the turn passes
 * without waking a thread. Turns come in groups that read the same from either end (A B B A, B A A
 * B), in random order: a drift of the machine hits all sides alike.
 */
public final class TurnTaking implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final List<? extends TurnSide> sides;
  private final List<List<Seat>> seats = new ArrayList<>();
  private final Map<DriverKind, List<Thread>> threads = new EnumMap<>(DriverKind.class);
  private final Timing timing;
  private final LongSupplier cpuNanos;
  private final Supplier<List<Integer>> groups;
  private final Deque<Integer> order = new ArrayDeque<>();
  private final AtomicInteger handovers = new AtomicInteger();
  private volatile @Nullable Turn turn;
  private volatile @Nullable Block block;
  private volatile boolean closed;

  /**
   * How long a turn lasts.
   *
   * @param calls of each lane, 0 for by time
   * @param nanos the lanes start no further call after that; of no matter if calls are counted
   * @param leftOut first calls of each lane, which enter no figure; a turn has one more at least
   */
  public record Length(int calls, long nanos, int leftOut) {
    /** One call of each lane. */
    public static final Length ONE_CALL = new Length(1, 0);

    /** All calls enter the figures. */
    public Length(int calls, long nanos) {
      this(calls, nanos, 0);
    }

    /** By time. */
    public static Length millis(long millis) {
      return new Length(0, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    boolean over(int made, long nanosSoFar) {
      return made > leftOut && (calls > 0 ? made >= calls + leftOut : nanosSoFar >= nanos);
    }
  }

  /**
   * @param cpuNanos CPU time of this process
   * @param seed of the order of turns
   */
  public TurnTaking(
      List<? extends TurnSide> sides, Timing timing, LongSupplier cpuNanos, long seed) {
    this(sides, timing, cpuNanos, mirrored(sides.size(), new Random(seed)));
  }

  /**
   * @param cpuNanos CPU time of this process
   * @param groups the next sides that have their turn, by index; an empty one ends the block
   */
  public TurnTaking(
      List<? extends TurnSide> sides,
      Timing timing,
      LongSupplier cpuNanos,
      Supplier<List<Integer>> groups) {
    this.sides = List.copyOf(sides);
    this.timing = timing;
    this.cpuNanos = cpuNanos;
    this.groups = groups;
    for (int side = 0; side < sides.size(); side++) {
      List<Seat> own = new ArrayList<>();
      for (int lane = 0; lane < sides.get(side).lanes(); lane++) {
        own.add(new Seat(sides.get(side), lane));
      }
      seats.add(own);
    }
    for (TurnSide side : sides) {
      if (side.blocking()) {
        List<Thread> own = threads.computeIfAbsent(side.driver(), kind -> new ArrayList<>());
        for (int lane = own.size(); lane < side.lanes(); lane++) {
          int index = lane;
          own.add(LaneThreads.of(side.driver()).newThread(() -> takeTurns(side.driver(), index)));
        }
      }
    }
    threads.values().forEach(kind -> kind.forEach(Thread::start));
  }

  /** A turn that is being taken. */
  private static final class Turn {
    final int side;
    final Length length;
    final long from;
    final long cpuFrom;
    final AtomicInteger working;

    Turn(int side, int lanes, Length length, long from, long cpuFrom) {
      this.side = side;
      this.length = length;
      this.from = from;
      this.cpuFrom = cpuFrom;
      this.working = new AtomicInteger(lanes);
    }
  }

  /** A block that goes on. Written by the side that holds the turn, one after the other. */
  private final class Block {
    final Length length;
    final long until;
    final CountDownLatch ended = new CountDownLatch(1);
    final long[] nanos = new long[sides.size()];
    final long[] cpu = new long[sides.size()];
    final int[] turns = new int[sides.size()];
    final List<ResizableDoubleArray> turnCycles = new ArrayList<>();
    boolean begun;
    volatile @Nullable Throwable failure;

    Block(Length length, long until) {
      this.length = length;
      this.until = until;
      sides.forEach(side -> turnCycles.add(new ResizableDoubleArray(256)));
    }
  }

  /** A lane's place: what it measured, and where it stands in its turn. */
  private final class Seat implements Runnable {
    private final TurnSide side;
    private final int lane;
    private final ResizableDoubleArray cycles = new ResizableDoubleArray(4096);

    /** Calls to start; above one only while an answer comes inside {@link TurnSide#call}. */
    private final AtomicInteger pending = new AtomicInteger();

    private @Nullable Turn taken;
    private long startedAt;
    private int calls;
    private int counted;
    private double sum;

    /** Cycles of the block that enter no figure, in ns. */
    private double leftOut;

    Seat(TurnSide side, int lane) {
      this.side = side;
      this.lane = lane;
    }

    private void clear() {
      cycles.clear();
      leftOut = 0;
    }

    private void begin(Turn turn) {
      taken = turn;
      calls = 0;
      counted = 0;
      sum = 0;
      startedAt = timing.nanoTime();
    }

    /** Counts a cycle that has just ended; whether the turn is over for this lane. */
    private boolean ended(Turn turn) {
      long now = timing.nanoTime();
      double cycle = now - startedAt;
      if (calls < turn.length.leftOut && !side.elsewhere()) {
        leftOut += cycle;
      } else {
        cycles.addElement(cycle);
        sum += cycle;
        counted++;
      }
      startedAt = now;
      calls++;
      return side.elsewhere() || turn.length.over(calls, now - turn.from);
    }

    /** Takes the turn on the thread of a lane that blocks. */
    void work(Turn turn) {
      begin(turn);
      do {
        side.call(lane, () -> {}); // the answer has come when it returns
      } while (!ended(turn));
    }

    /** Takes the turn where answers come on the driver's threads. */
    void start(Turn turn) {
      begin(turn);
      call();
    }

    private void call() {
      if (pending.getAndIncrement() != 0) {
        return;
      }
      do {
        side.call(lane, this);
      } while (pending.decrementAndGet() != 0);
    }

    @Override
    public void run() {
      Turn turn = taken;
      if (turn != null) {
        if (ended(turn)) {
          arrive(turn);
        } else {
          call();
        }
      }
    }
  }

  private void takeTurns(DriverKind kind, int lane) {
    Turn last = null;
    while (!closed) {
      Turn now = turn;
      if (now == null || now == last || !mine(now, kind, lane)) {
        LockSupport.parkNanos(this, LOOK_NANOS);
        continue;
      }
      last = now;
      try {
        seats.get(now.side).get(lane).work(now);
      } catch (RuntimeException | Error e) {
        failed(e);
      }
      arrive(now);
    }
  }

  private boolean mine(Turn now, DriverKind kind, int lane) {
    TurnSide side = sides.get(now.side);
    return side.blocking() && side.driver() == kind && lane < side.lanes();
  }

  private void failed(Throwable e) {
    Block now = block;
    if (now != null) {
      now.failure = e;
    }
  }

  /** A lane has made its calls; the last one hands over the turn. */
  private void arrive(Turn over) {
    if (over.working.decrementAndGet() == 0) {
      handOver(over);
    }
  }

  /** One at a time, without piling up frames where answers come at once. */
  private void handOver(@Nullable Turn over) {
    if (over != null) {
      account(over);
    }
    if (handovers.getAndIncrement() != 0) {
      return;
    }
    do {
      next(); // of the block of now: the one before may just have ended
    } while (handovers.decrementAndGet() != 0);
  }

  private void account(Turn over) {
    Block now = block;
    if (now == null) {
      return;
    }
    now.nanos[over.side] += timing.nanoTime() - over.from;
    now.cpu[over.side] += cpuNanos.getAsLong() - over.cpuFrom;
    now.turns[over.side]++;
    double sum = 0;
    long cycles = 0;
    for (Seat seat : seats.get(over.side)) {
      sum += seat.sum;
      cycles += seat.counted;
    }
    now.turnCycles.get(over.side).addElement(sum / Math.max(1, cycles));
  }

  private void next() {
    Block now = block;
    if (now == null) {
      return;
    }
    boolean broken = now.failure != null || sides.stream().anyMatch(TurnSide::failing);
    boolean more = !now.begun || timing.nanoTime() < now.until;
    if (order.isEmpty() && !broken && !closed && more) {
      now.begun = true;
      order.addAll(groups.get());
    }
    if (broken || closed || order.isEmpty()) {
      order.clear();
      turn = null;
      now.ended.countDown();
      return;
    }
    int side = order.remove();
    TurnSide own = sides.get(side);
    Turn begun = new Turn(side, own.lanes(), now.length, timing.nanoTime(), cpuNanos.getAsLong());
    turn = begun;
    if (own.blocking()) {
      Thread self = Thread.currentThread();
      List<Thread> kind = threads.getOrDefault(own.driver(), List.of());
      for (int lane = 0; lane < own.lanes(); lane++) {
        if (kind.get(lane) != self) {
          LockSupport.unpark(kind.get(lane));
        }
      }
    } else {
      seats.get(side).forEach(seat -> seat.start(begun));
    }
  }

  /** Groups that read the same from either end, in random order; a side alone has single turns. */
  private static Supplier<List<Integer>> mirrored(int sides, Random random) {
    if (sides == 1) {
      return () -> List.of(0);
    }
    return () -> {
      List<Integer> half = new ArrayList<>();
      for (int side = 0; side < sides; side++) {
        half.add(side);
      }
      Collections.shuffle(half, random);
      List<Integer> group = new ArrayList<>(half);
      Collections.reverse(half);
      group.addAll(half);
      return group;
    };
  }

  /**
   * Lets the sides take turns for about that long; ends with a whole group of turns.
   *
   * @param nanos no further group of turns begins after that
   * @param atMostMillis how much longer the last answers may take
   * @return one share for each side
   * @throws IllegalStateException if a call failed or got no answer; nothing more is in flight, or
   *     will ever be answered
   */
  public List<TurnShare> block(Length length, long nanos, long atMostMillis)
      throws InterruptedException {
    seats.forEach(side -> side.forEach(Seat::clear));
    Block now = new Block(length, timing.nanoTime() + nanos);
    block = now;
    handOver(null);
    boolean ended =
        now.ended.await(TimeUnit.NANOSECONDS.toMillis(nanos) + atMostMillis, TimeUnit.MILLISECONDS);
    if (!ended) {
      closed = true;
      throw new IllegalStateException("no answer for " + atMostMillis / 1000 + " s");
    }
    if (now.failure != null) {
      throw new IllegalStateException("a call broke: " + now.failure, now.failure);
    }
    List<TurnShare> shares = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      ResizableDoubleArray cycles = new ResizableDoubleArray(4096);
      seats.get(side).forEach(seat -> cycles.addElements(seat.cycles.getElements()));
      shares.add(
          new TurnShare(
              now.turns[side],
              cycles.getElements(),
              now.turnCycles.get(side).getElements(),
              now.nanos[side],
              now.cpu[side],
              seats.get(side).stream().mapToDouble(seat -> seat.leftOut).sum()));
    }
    return shares;
  }

  /** Ends the threads; the sides stay open. */
  public void end() {
    closed = true;
    threads.values().forEach(kind -> kind.forEach(LockSupport::unpark));
  }

  @Override
  public void close() {
    end();
    sides.forEach(TurnSide::close);
  }
}
