package dev.weir.study;

import org.jspecify.annotations.Nullable;

/**
 * A key of a study or plan file.
 *
 * @param name as it is written
 * @param form what may stand there
 * @param required whether a file without it is refused
 * @param unless the key beside it that makes it needless, null if none does
 * @param absent what holds without it, in words; empty if nothing does
 * @param meaning what it says, a sentence without its full stop
 */
public record FileKey(
    String name,
    Form form,
    boolean required,
    @Nullable String unless,
    String absent,
    String meaning) {
  /** A key that must be there. */
  public static FileKey required(String name, Form form, String meaning) {
    return new FileKey(name, form, true, null, "", meaning);
  }

  /** A key that must be there unless another one is. */
  public static FileKey requiredWithout(String other, String name, Form form, String meaning) {
    return new FileKey(name, form, true, other, "", meaning + "; instead of '" + other + "'");
  }

  /** A key that may be left out; {@code absent} is what holds then. */
  public static FileKey optional(String name, Form form, Object absent, String meaning) {
    String written = absent instanceof NamedChoice choice ? choice.yamlName() : absent.toString();
    return new FileKey(name, form, false, null, written, meaning);
  }
}
