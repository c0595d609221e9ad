package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Between which times a percentile lies, at 95 % confidence.
 *
 * @param low microseconds; null where there is too little to say
 * @param high microseconds, above {@code low}; null as that is
 * @param independentCalls calls that would say as much if none hung on another: fewer than there
 *     were where slow calls come together
 * @param blocks seconds or turns that it rests on
 * @param why there is no interval, and what one needs; null where there is one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PercentileInterval(
    @Nullable Double low,
    @Nullable Double high,
    double independentCalls,
    int blocks,
    @Nullable String why) {}
