package dev.weir.capture.timeline;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Any other series in a capture folder ({@code series-*.jsonl}): a value is a column of that name;
 * one whose name ends in {@code _total} is cumulative and becomes {@code …_per_s}; {@code
 * …_micros_total} of CPU time becomes {@code …_cores}; {@code ….runDelayMicros}, time that threads
 * were ready and had no processor, becomes {@code …_waiting_threads}.
 */
public final class SeriesReader implements SampleReader {
  private final Series series;
  private final String prefix;
  private final Rates rates = new Rates();

  SeriesReader(Lines lines, String prefix) {
    this.series = new Series(lines);
    this.prefix = prefix;
  }

  @Override
  public @Nullable Sample next() throws IOException {
    Series.Line line;
    while ((line = series.next()) != null) {
      Map<String, Double> values = line.values();
      if (values == null) {
        rates.forget();
        continue;
      }
      rates.step(line.epochMs(), values);
      Sample sample = Sample.at(line.epochMs());
      values.forEach((name, value) -> put(name, value, sample));
      if (!sample.isEmpty()) {
        return sample;
      }
    }
    return null;
  }

  private void put(String name, double value, Sample sample) {
    if (name.endsWith("_cpu_micros_total") || name.endsWith(".cpuMicros")) {
      String label = name.replaceAll("(_cpu_micros_total|\\.cpuMicros)$", "");
      rates
          .perSecond(name)
          .ifPresent(
              each ->
                  sample.numbers().put(prefix + Names.column(label) + "_cpu_cores", each / 1e6));
    } else if (name.endsWith(".runDelayMicros")) {
      String label = name.substring(0, name.length() - ".runDelayMicros".length());
      rates
          .perSecond(name)
          .ifPresent(
              each ->
                  sample
                      .numbers()
                      .put(prefix + Names.column(label) + "_waiting_threads", each / 1e6));
    } else if (name.endsWith("_total")) {
      String column = prefix + Names.column(name.substring(0, name.length() - 6)) + "_per_s";
      rates.perSecond(name).ifPresent(each -> sample.numbers().put(column, each));
    } else {
      sample.numbers().put(prefix + Names.column(name), value);
    }
  }

  @Override
  public void close() throws IOException {
    series.close();
  }
}
