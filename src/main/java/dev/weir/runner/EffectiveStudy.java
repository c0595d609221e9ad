package dev.weir.runner;

import dev.weir.study.Claim;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.Study;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A study as it goes into the record: the keys of a study file, every default filled in. */
final class EffectiveStudy {
  private EffectiveStudy() {}

  static Map<String, Object> of(Study study) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", study.name());
    all.put("question", study.question());
    all.put("target", study.target().yamlName());
    all.put("topology", study.topology().yamlName());
    all.put("mongod", study.mongodArguments());
    all.put("seed", study.seed());
    all.put("documents", study.documents());
    all.put("order", study.order().yamlName());
    all.put("rounds", Map.of("min", study.rounds().min(), "max", study.rounds().max()));
    all.put("precision", percent(study.precision()));
    all.put("confidence", percent(study.confidence()));
    all.put("budget", study.budget().toString().substring(2).toLowerCase(java.util.Locale.ROOT));
    all.put("trial", trial(study.trial()));
    all.put("warmUp", Map.of("atMost", seconds(study.warmUp().atMost())));
    if (study.baseline() != null) {
      all.put("baseline", named(study.baseline()));
    }
    Map<String, Object> factors = new LinkedHashMap<>();
    for (Factor<?> factor : Factor.all()) {
      List<Object> values = study.factors().getOrDefault(factor, List.of(factor.defaultValue()));
      factors.put(factor.yamlName(), values.stream().map(Object::toString).toList());
    }
    all.put("factors", factors);
    Map<String, String> samples = samples(study);
    if (!samples.isEmpty()) {
      all.put("samples", samples);
    }
    all.put("include", study.include().stream().map(EffectiveStudy::named).toList());
    all.put("scale", study.scale().yamlName());
    if (!study.claims().isEmpty()) {
      all.put("claims", study.claims().stream().map(Claim::written).toList());
    }
    return all;
  }

  private static Map<String, Object> trial(Study.TrialTiming timing) {
    Map<String, Object> trial = new LinkedHashMap<>();
    trial.put("measure", seconds(timing.measure()));
    trial.put("window", seconds(timing.window()));
    trial.put("settleAtMost", seconds(timing.settleAtMost()));
    trial.put("turn", seconds(timing.turn()));
    trial.put("leadIn", seconds(timing.leadIn()));
    if (!timing.alike().isZero()) {
      trial.put("alike", seconds(timing.alike()));
    }
    return trial;
  }

  private static String seconds(Duration time) {
    return time.toMillis() / 1e3 + "s";
  }

  /** The models of users' own documents: forms, lengths and ranges, none of the values. */
  private static Map<String, String> samples(Study study) {
    Map<String, String> samples = new LinkedHashMap<>();
    Stream.concat(
            study.factors().getOrDefault(Factor.DOCUMENT, List.of()).stream(),
            study.include().stream().flatMap(cell -> Stream.ofNullable(cell.get(Factor.DOCUMENT))))
        .map(DocumentKind.class::cast)
        .filter(kind -> kind.sample() != null)
        .forEach(kind -> samples.put(kind.name(), kind.model().text()));
    return samples;
  }

  private static Map<String, String> named(Map<Factor<?>, Object> cell) {
    Map<String, String> named = new LinkedHashMap<>();
    cell.forEach((factor, value) -> named.put(factor.yamlName(), value.toString()));
    return named;
  }

  private static String percent(double fraction) {
    return Math.round(fraction * 1e5) / 1e3 + "%";
  }
}
