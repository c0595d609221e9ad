package dev.weir.record;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether what was read from a file has all that its types promise: only what is {@link Nullable}
 * may be left out.
 */
public final class Whole {
  private Whole() {}

  /** The path of the first part that is missing; null if none is. */
  public static @Nullable String missing(@Nullable Object value) {
    return missing(value, "");
  }

  private static @Nullable String missing(@Nullable Object value, String path) {
    if (value == null) {
      return path.isEmpty() ? "all of it" : path;
    }
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        String missing = missing(list.get(i), path + "[" + i + "]");
        if (missing != null) {
          return missing;
        }
      }
    } else if (value instanceof Record) {
      return missingOfRecord(value, path);
    }
    return null;
  }

  private static @Nullable String missingOfRecord(Object value, String path) {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object part;
      try {
        part = component.getAccessor().invoke(value);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("a record's part can't be read: " + component, e);
      }
      boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      if (part == null && optional) {
        continue;
      }
      String name = path.isEmpty() ? component.getName() : path + "." + component.getName();
      String missing = part instanceof Map<?, ?> ? null : missing(part, name);
      if (missing != null) {
        return missing;
      }
    }
    return null;
  }
}
