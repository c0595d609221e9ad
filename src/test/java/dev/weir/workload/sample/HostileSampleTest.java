package dev.weir.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleBuilder;
import dev.weir.study.sample.SampleException;
import dev.weir.study.sample.SampleFile;
import dev.weir.study.sample.UpdatePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples that no game would write: they load, or are refused with one line. */
class HostileSampleTest {
  private static final int SAMPLES = 1_000;
  private static final int MOST_BYTES = 16 << 20;

  private static final List<String> NAMES =
      List.of(
          "a",
          "",
          "a.b",
          ".",
          "$set",
          "$",
          "$$",
          "é",
          "\\u0000",
          "\\ud83d\\ude00",
          "\\ud83d",
          "_id",
          "0",
          "[]",
          "$[]",
          "$date",
          "$oid",
          "$numberInt",
          "$ref",
          "$id",
          "__proto__",
          " ",
          "\\n",
          "1000483",
          "-",
          "#",
          "'",
          "\\\"",
          "\\\\");

  private static final List<String> VALUES =
      List.of(
          "0",
          "-1",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "-9223372036854775808",
          "1.5",
          "1e308",
          "-1e-320",
          "NaN",
          "true",
          "false",
          "null",
          "\"\"",
          "\"text of some length\"",
          "[]",
          "{}",
          "undefined",
          "{\"$numberDouble\": \"NaN\"}",
          "{\"$numberDouble\": \"-Infinity\"}",
          "{\"$numberDecimal\": \"1E+6144\"}",
          "{\"$numberDecimal\": \"-0E-6176\"}",
          "{\"$numberDecimal\": \"NaN\"}",
          "{\"$numberDecimal\": \"12.340\"}",
          "{\"$oid\": \"64f1c2a9b7e0d41f5c8a9b10\"}",
          "{\"$date\": \"2024-01-01T00:00:00Z\"}",
          "{\"$date\": {\"$numberLong\": \"-9223372036854775808\"}}",
          "{\"$date\": {\"$numberLong\": \"9223372036854775807\"}}",
          "{\"$timestamp\": {\"t\": 4294967295, \"i\": 1}}",
          "{\"$minKey\": 1}",
          "{\"$maxKey\": 1}",
          "{\"$undefined\": true}",
          "{\"$symbol\": \"symbol\"}",
          "{\"$code\": \"return 1\"}",
          "{\"$code\": \"return x\", \"$scope\": {\"x\": {\"$numberLong\": \"5\"}}}",
          "{\"$regularExpression\": {\"pattern\": \"^a.*\", \"options\": \"im\"}}",
          "{\"$dbPointer\": {\"$ref\": \"db.c\", \"$id\": {\"$oid\":"
              + " \"64f1c2a9b7e0d41f5c8a9b10\"}}}",
          "{\"$ref\": \"c\", \"$id\": 1}",
          "{\"$binary\": {\"base64\": \"AAECAwQFBgcICQ==\", \"subType\": \"00\"}}",
          "{\"$binary\": {\"base64\": \"AAECAwQFBgcICQ==\", \"subType\": \"02\"}}",
          "{\"$uuid\": \"73ffd264-44b3-4c69-90e8-e7d1dfc035d4\"}",
          "{\"$oid\": \"zz\"}",
          "{\"$date\": \"yesterday\"}",
          "{\"$numberInt\": \"99999999999\"}",
          "01",
          "'single'",
          "@");

  @Test
  void aThousandLoadOrAreRefusedWithOneLine() {
    int loaded = 0;
    List<String> refusals = new ArrayList<>();
    for (int seed = 0; seed < SAMPLES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder();
      int documents = random.nextInt(10) == 0 ? random.nextInt(20) : 1;
      for (int i = 0; i < documents; i++) {
        document(random, text, random.nextInt(5), seed % 2 == 0);
        text.append('\n');
      }
      if (random.nextInt(20) == 0) {
        text.setLength(random.nextInt(text.length() + 1));
      }
      if (loads(text.toString(), refusals)) {
        loaded++;
      }
    }
    assertThat(loaded).isBetween(100, 900); // both ways are tried
    assertThat(refusals).allSatisfy(HostileSampleTest::oneLine);
  }

  @ParameterizedTest
  @ValueSource(ints = {99, 100, 101, 1_000, 2_000, 100_000})
  void deepOnesLoadAsFarAsMongoDbStoresThem(int depth) {
    List<String> refusals = new ArrayList<>();
    String text = "{\"a\":".repeat(depth - 1) + "{\"b\": 1}" + "}".repeat(depth - 1);
    assertThat(loads(text, refusals)).isEqualTo(depth <= 100);
    String arrays = "{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
    assertThat(loads(arrays, refusals)).isEqualTo(depth <= 100);
    assertThat(refusals).allSatisfy(HostileSampleTest::oneLine);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 5_000, 19_000, 300_000})
  void wideOnesLoadOrAreRefused(int fields) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < fields; i++) {
      text.append("\"f").append(i).append("\":").append(i % 3 == 0 ? "\"x\"" : "1").append(",\n");
    }
    text.append("\"end\": 1}");
    List<String> refusals = new ArrayList<>();
    assertThat(loads(text.toString(), refusals)).isEqualTo(fields < 10_000);
    assertThat(refusals).allSatisfy(HostileSampleTest::oneLine);
  }

  @Test
  void sixteenMegabytesAreTheMost() throws Exception {
    List<String> refusals = new ArrayList<>();
    // An _id of 8 bytes as made up, 22 bytes of frame and names.
    String fits =
        "{\"_id\": {\"$numberLong\": \"1\"}, \"t\": \"" + "x".repeat(MOST_BYTES - 40) + "\"}";
    assertThat(loads(fits, refusals)).isTrue();
    assertThat(loads(fits.replace("\"t\"", "\"t\": \"y\", \"u\""), refusals)).isTrue();
    assertThat(loads("{\"t\": \"" + "x".repeat(MOST_BYTES) + "\"}", refusals)).isFalse();
    assertThat(loads("{\"t\": [" + "1,".repeat(2_000_000) + "1]}", refusals)).isFalse();
    assertThat(refusals).hasSize(2).allSatisfy(line -> assertThat(line).contains("16 MB"));
    assertThatThrownBy(() -> SampleFile.read(new byte[(64 << 20) + 1]))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("64 MB");
  }

  @Test
  void whatIsNoSampleIsNamed() {
    refused("", "empty");
    refused("[]", "an empty array");
    refused("[1]", "element 1: a INT32 where a document should be");
    refused("{\"a\": 1}\n\n{\"a\": }", "line 3: not extended JSON");
    refused("{\n\"a\": 1\n}\n{\n\"a\": 2\n}", "not extended JSON");
    refused("{\"$where\": 1}", "'$where'");
    refused("player", "not extended JSON");
    assertThatThrownBy(() -> SampleFile.read(new byte[] {(byte) 0xC3, 0x28}))
        .hasMessageContaining("not UTF-8");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> SampleBuilder.of(SampleFile.read(text)))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining(message);
  }

  private static void oneLine(String message) {
    assertThat(message.lines()).hasSize(1);
    assertThat(message).hasSizeLessThan(500);
  }

  /** One that loads can be made, written and read again, and updated where a field allows it. */
  private static boolean loads(String text, List<String> refusals) {
    Sample sample;
    try {
      sample = SampleBuilder.of(SampleFile.read(text.getBytes(StandardCharsets.UTF_8)));
      for (String path : sample.paths().stream().limit(50).toList()) {
        if (sample.alwaysChangedBy(path)) {
          sample = sample.updating(List.of(UpdatePath.parse(path)));
        }
      }
      sample = Sample.parse(sample.text());
    } catch (SampleException e) {
      refusals.add(String.valueOf(e.getMessage()));
      return false;
    }
    SampleDocuments made = SampleDocuments.ofLane(sample, 0, 3, 7);
    for (long key = 0; key < 3; key++) {
      RawBsonDocument document = new RawBsonDocument(made.document(key), new DocumentCodec());
      assertThat(document.getByteBuffer().remaining())
          .isEqualTo(made.bytes())
          .isLessThanOrEqualTo(MOST_BYTES + 64);
      if (!sample.updates().isEmpty()) {
        RawBsonDocument update = new RawBsonDocument(made.update(key), new DocumentCodec());
        assertThat(update.getByteBuffer().remaining()).isEqualTo(made.bytes());
      }
    }
    return true;
  }

  private static void document(
      SplittableRandom random, StringBuilder text, int depth, boolean tame) {
    text.append('{');
    int fields = random.nextInt(6);
    for (int i = 0; i < fields; i++) {
      text.append(i == 0 ? "" : ", ").append('"');
      text.append(tame ? "f" + i : NAMES.get(random.nextInt(NAMES.size()))).append("\": ");
      value(random, text, depth, tame);
    }
    text.append('}');
  }

  private static void value(SplittableRandom random, StringBuilder text, int depth, boolean tame) {
    int kind = random.nextInt(4);
    if (depth > 0 && kind == 0) {
      document(random, text, depth - 1, tame);
    } else if (depth > 0 && kind == 1) {
      text.append('[');
      int elements = random.nextInt(4);
      for (int i = 0; i < elements; i++) {
        text.append(i == 0 ? "" : ", ");
        value(random, text, depth - 1, tame);
      }
      text.append(']');
    } else {
      // The last ones are no extended JSON.
      text.append(VALUES.get(random.nextInt(tame ? VALUES.size() - 6 : VALUES.size())));
    }
  }
}
