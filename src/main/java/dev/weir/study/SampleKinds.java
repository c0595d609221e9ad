package dev.weir.study;

import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleBuilder;
import dev.weir.study.sample.SampleException;
import dev.weir.study.sample.SampleFile;
import dev.weir.study.sample.UpdatePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A user's own documents in a study or plan: {@code {sample: FILE, update: [FIELD, …]}}. */
public final class SampleKinds {
  private static final int MOST_NAME = 40;

  /** A record of the study holds all of them, and is read as a study file is. */
  private static final int MOST_CHARACTERS = 600_000;

  private SampleKinds() {}

  /** Reads a kind and its sample, whose file is named relative to the study's. */
  static DocumentKind read(YamlTree node) throws StudyException {
    Map<String, YamlTree> keys = node.mapping("document", DocumentKind.SAMPLED.names());
    YamlTree file = StudyReader.require(keys, node, "sample");
    YamlTree name = keys.get("name");
    Sample sample = sample(file, keys.get("update"));
    try {
      return DocumentKind.of(name == null ? name(file.text("sample")) : name.text("name"), sample);
    } catch (IllegalArgumentException e) {
      throw (name == null ? file : name).error(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads a sample and what an update sets of it.
   *
   * @param file names it, relative to the file in which that stands
   * @param update the fields, null for none
   */
  public static Sample sample(YamlTree file, @Nullable YamlTree update) throws StudyException {
    String relative = file.text("sample");
    Sample sample;
    try {
      sample = SampleBuilder.of(SampleFile.read(bytes(file, relative)));
    } catch (SampleException e) {
      throw file.error(relative + ": " + e.getMessage());
    }
    List<UpdatePath> paths = new ArrayList<>();
    for (YamlTree item : items(update)) {
      try {
        UpdatePath path = UpdatePath.parse(item.text("update"));
        sample.check(path);
        paths.add(path);
      } catch (SampleException e) {
        throw item.error("update: " + e.getMessage());
      }
    }
    try {
      return sample.updating(paths);
    } catch (SampleException e) {
      throw (update == null ? file : update).error("update: " + e.getMessage());
    }
  }

  private static List<YamlTree> items(@Nullable YamlTree update) throws StudyException {
    if (update == null) {
      return List.of();
    }
    return update.isList() ? update.list("update") : List.of(update);
  }

  private static byte[] bytes(YamlTree node, String relative) throws StudyException {
    try {
      Path study = Path.of(node.file());
      if (ShippedStudies.NAMES.contains(name(node.file()).replace('_', '-'))
          && !Files.exists(study)) {
        return ShippedStudies.beside(relative);
      }
      Path file = study.resolveSibling(relative);
      if (!Files.isRegularFile(file)) {
        throw node.error("there is no file " + file + "; name it relative to " + study);
      }
      if (Files.size(file) > SampleFile.MOST_BYTES) {
        throw node.error(
            file
                + ": larger than 64 MB; some hundred documents are enough: mongoexport --limit"
                + " 1000");
      }
      return Files.readAllBytes(file);
    } catch (InvalidPathException e) {
      throw node.error("'" + relative + "' is no name of a file");
    } catch (IOException e) {
      throw node.error(relative + ": can't be read: " + FileProblem.of(e));
    }
  }

  /** The name of a sample whose author gave none: that of its file. */
  public static String name(String file) {
    String last = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    int end = last.indexOf('.', 1);
    String stem = end < 0 ? last : last.substring(0, end);
    String name = stem.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_").replaceAll("^_+", "");
    return name.isEmpty() ? "document" : name.substring(0, Math.min(MOST_NAME, name.length()));
  }

  /** The kinds of a record: names and models. */
  static Map<DocumentKind, DocumentKind> recorded(@Nullable YamlTree node) throws StudyException {
    Map<DocumentKind, DocumentKind> kinds = new LinkedHashMap<>();
    if (node != null) {
      for (Map.Entry<String, YamlTree> entry : node.mapping("samples", List.of()).entrySet()) {
        YamlTree text = entry.getValue();
        try {
          DocumentKind kind = DocumentKind.parse(entry.getKey() + " " + text.text("samples"));
          kinds.put(kind, kind);
        } catch (IllegalArgumentException e) {
          throw text.error(String.valueOf(e.getMessage()));
        }
      }
    }
    return kinds;
  }

  /** Takes in the samples among a factor's values. */
  static void collect(
      Map<DocumentKind, DocumentKind> known, @Nullable List<Object> values, YamlTree where)
      throws StudyException {
    for (Object value : values == null ? List.of() : values) {
      if (!(value instanceof DocumentKind kind) || kind.sample() == null) {
        continue;
      }
      DocumentKind before = known.putIfAbsent(kind, kind);
      if (before != null && !before.written().equals(kind.written())) {
        throw where.error(
            "two samples are called " + kind + "; give one another name: {sample: …, name: …}");
      }
    }
    if (known.keySet().stream().mapToInt(kind -> kind.written().length()).sum() > MOST_CHARACTERS) {
      throw where.error("the samples of a study are too large together; take fewer documents");
    }
  }

  /** The kind with its model, if it is a sample of which only the name was written. */
  static Object resolved(Map<DocumentKind, DocumentKind> known, Object value, YamlTree where)
      throws StudyException {
    if (!(value instanceof DocumentKind kind) || !kind.sampled() || kind.sample() != null) {
      return value;
    }
    DocumentKind whole = known.get(kind);
    if (whole == null) {
      throw where.error(
          "document: no sample here is called '"
              + kind
              + "'; write document: {sample: FILE, update: [FIELD]}");
    }
    return whole;
  }
}
