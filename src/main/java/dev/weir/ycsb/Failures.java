package dev.weir.ycsb;

import com.mongodb.MongoException;
import dev.weir.study.Redaction;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.Status;

/** Errors as YCSB's statuses, one per class of error, so that YCSB counts them by class. */
final class Failures {
  private static final Set<String> SHOWN = ConcurrentHashMap.newKeySet();

  private Failures() {}

  /**
   * The status of an error. The first error of each class goes to standard error in full; all are
   * counted.
   *
   * @param doing what failed, for example {@code update}
   */
  static Status of(String doing, Throwable cause) {
    String name = cause.getClass().getSimpleName();
    if (cause instanceof MongoException mongo && mongo.getCode() > 0) {
      name += "(" + mongo.getCode() + ")";
    }
    if (SHOWN.add(doing + name)) {
      System.err.println(
          "weir: "
              + doing
              + " failed: "
              + name
              + ": "
              + Redaction.redact(String.valueOf(cause.getMessage()))
              + " (further ones are only counted)");
    }
    return new Status(name, "");
  }
}
