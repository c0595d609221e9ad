package dev.weir.study.sample;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;

/**
 * The documents of a sample file, in MongoDB's extended JSON: one document, an array of them, or
 * one on each line, as {@code mongoexport} writes.
 */
public final class SampleFile {
  /** The largest file, in bytes. A sample needs no more documents than show how they differ. */
  public static final int MOST_BYTES = 64 << 20;

  private static final int MOST_DOCUMENTS = 100_000;

  private static final String WRAP = "{\"d\":";

  private SampleFile() {}

  /**
   * Reads a file's documents.
   *
   * @throws SampleException if it holds none, or anything else
   */
  public static List<BsonDocument> read(byte[] file) throws SampleException {
    if (file.length > MOST_BYTES) {
      throw new SampleException(
          "larger than 64 MB; some hundred documents are enough: mongoexport --limit 1000");
    }
    try {
      return read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString());
    } catch (CharacterCodingException e) {
      throw new SampleException("not UTF-8 text");
    }
  }

  /** As {@link #read(byte[])}, of text. */
  public static List<BsonDocument> read(String text) throws SampleException {
    String all = text.strip();
    if (all.isEmpty()) {
      throw new SampleException("empty; it needs a document in extended JSON");
    }
    List<BsonDocument> documents = all.startsWith("[") ? array(all) : lines(all);
    if (documents.isEmpty()) {
      throw new SampleException("an empty array; it needs a document");
    }
    if (documents.size() > MOST_DOCUMENTS) {
      throw new SampleException(
          documents.size() + " documents; some hundred are enough: mongoexport --limit 1000");
    }
    return documents;
  }

  private static List<BsonDocument> array(String text) throws SampleException {
    List<BsonDocument> documents = new ArrayList<>();
    for (BsonValue value : value(text, "").asArray()) {
      documents.add(document(value, "element " + (documents.size() + 1) + ": "));
    }
    return documents;
  }

  private static List<BsonDocument> lines(String text) throws SampleException {
    int end = text.indexOf('\n');
    if (end >= 0 && isDocument(text.substring(0, end))) {
      List<BsonDocument> documents = new ArrayList<>();
      int number = 0;
      for (String line : (Iterable<String>) text.lines()::iterator) {
        number++;
        if (!line.isBlank()) {
          String place = "line " + number + ": ";
          documents.add(document(value(line, place), place));
        }
      }
      return documents;
    }
    return List.of(document(value(text, ""), ""));
  }

  private static boolean isDocument(String text) {
    try {
      return value(text, "").isDocument();
    } catch (SampleException e) {
      return false;
    }
  }

  private static BsonDocument document(BsonValue value, String place) throws SampleException {
    if (value.getBsonType() != BsonType.DOCUMENT) {
      throw new SampleException(place + "a " + value.getBsonType() + " where a document should be");
    }
    return value.asDocument();
  }

  /** Some JSON as plain values; for what Weir wrote itself. */
  static Document document(String text) throws SampleException {
    return raw(text, "").decode(new DocumentCodec());
  }

  /**
   * Wrapped into a document: what follows the value is an error then, and the writer that BSON goes
   * through bounds how deep it may nest.
   */
  private static BsonValue value(String text, String place) throws SampleException {
    BsonDocument wrapped = raw(WRAP + text + "\n}", place).decode(new BsonDocumentCodec());
    BsonValue value = wrapped.get("d");
    if (value == null || wrapped.size() != 1) {
      throw new SampleException(place + "more than one value; write one document on each line");
    }
    return value;
  }

  private static RawBsonDocument raw(String text, String place) throws SampleException {
    try {
      return RawBsonDocument.parse(text);
    } catch (RuntimeException e) { // the parser's own, and those of numbers and dates inside
      String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new SampleException(
          place + "not extended JSON: " + shortened(message.lines().findFirst().orElse("")));
    }
  }

  private static String shortened(String text) {
    return text.length() <= 160 ? text : text.substring(0, 160) + "…";
  }
}
