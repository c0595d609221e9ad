package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.engine.Timing;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a load process measures and tells with.
 *
 * @param processCpuNanos CPU time of this process so far
 * @param threadCpuNanos CPU time of the calling thread so far
 * @param throttledMicros what CPU quotas have withheld from this process so far; empty where it has
 *     none
 * @param events gets what happens
 */
public record Instruments(
    Timing timing,
    LongSupplier processCpuNanos,
    LongSupplier threadCpuNanos,
    Supplier<OptionalLong> throttledMicros,
    Consumer<LoadEvent> events) {}
