package dev.weir.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.record.Compressed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What a test can hold of plain language: lines, links, short sentences, words, and that figures
 * are those of a committed record.
 *
 * <p>A figure in a sentence names its source in a comment, {@code <!-- figure: 4.4 = FILE POINTER
 * -->}, where {@code / 1000} may follow. A block of output names the file that it was taken from,
 * {@code <!-- from: FILE -->}: every number of the block stands in that file.
 */
class DocsTest {
  private static final int COLUMNS = 120;
  private static final int LINES_OF_README = 90;
  private static final int LINES_OF_DECISION = 80;
  private static final int LONGEST_SENTENCE = 32;
  private static final double MEDIAN_SENTENCE = 16;

  private static final Pattern BANNED =
      Pattern.compile("\\b(told|whoever|so many)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern FIGURE =
      Pattern.compile("<!-- figure: (\\S+) = (\\S+) (\\S+)(?: / (\\d+))? -->");
  private static final Pattern OUTPUT =
      Pattern.compile("<!-- from: (\\S+) -->\\s*```\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.,])\\d[\\d,]*(?:\\.\\d+)?");
  private static final Pattern DECIMAL =
      Pattern.compile("(?<![\\w.]|Maven )\\d+\\.\\d+(?![\\w.]*\\w)");
  private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

  /** What a page says in sentences: no code, tables, headings or pictures. */
  private static List<String> paragraphs(String page) {
    String text = COMMENT.matcher(CODE.matcher(page).replaceAll("")).replaceAll("");
    List<String> paragraphs = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : (text + "\n\n").split("\n", -1)) {
      boolean item = line.matches("\\s*([-*]|\\d+\\.) .*");
      boolean none = line.isBlank() || line.startsWith("|") || line.matches("(#|    |!\\[).*");
      if ((none || item) && !open.isEmpty()) {
        paragraphs.add(open.toString());
        open.setLength(0);
      }
      if (!none) {
        open.append(line.replaceFirst("^\\s*([-*]|\\d+\\.) ", "").strip()).append(' ');
      }
    }
    return paragraphs;
  }

  private static List<String> sentences(String page) {
    List<String> sentences = new ArrayList<>();
    for (String paragraph : paragraphs(page)) {
      String plain =
          paragraph.replaceAll("`[^`]*`", "code").replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
      sentences.addAll(List.of(plain.split("(?<=[.?!])[*_\"')]* +", -1)));
    }
    return sentences;
  }

  private static int words(String sentence) {
    return (int) Stream.of(sentence.split("\\s+", -1)).filter(w -> w.matches(".*\\w.*")).count();
  }

  @Test
  void sentencesAreShort() throws IOException {
    List<Integer> all = new ArrayList<>();
    List<String> tooLong = new ArrayList<>();
    for (Path page : Pages.all()) {
      for (String sentence : sentences(Files.readString(page))) {
        int words = words(sentence);
        if (words > LONGEST_SENTENCE) {
          tooLong.add(page + ": " + words + " words: " + sentence);
        }
        if (words > 0) {
          all.add(words);
        }
      }
    }
    assertThat(tooLong).isEmpty();
    all.sort(null);
    assertThat(all.size()).isGreaterThan(200);
    assertThat((double) all.get(all.size() / 2)).isLessThanOrEqualTo(MEDIAN_SENTENCE);
  }

  @Test
  void pagesAreOfOnePage() throws IOException {
    assertThat(Files.readAllLines(Path.of("README.md"))).hasSizeLessThanOrEqualTo(LINES_OF_README);
    for (Path page : Pages.ofDecisions()) {
      assertThat(Files.readAllLines(page))
          .as("%s", page)
          .hasSizeLessThanOrEqualTo(LINES_OF_DECISION);
    }
  }

  @Test
  void linesOfProseFitAScreen() throws IOException {
    for (Path page : Pages.all()) {
      List<String> lines = Files.readAllLines(page);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        if (!line.startsWith("|") && !line.startsWith("<!--")) {
          assertThat(line.length()).as("%s:%d", page, i + 1).isLessThanOrEqualTo(COLUMNS);
        }
      }
    }
  }

  @Test
  void linksResolve() throws IOException {
    for (Path page : Pages.all()) {
      Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      while (link.find()) {
        String target = link.group(1);
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        String[] parts = target.split("#", 2);
        Path folder = requireNonNull(page.toAbsolutePath().getParent());
        Path file = parts[0].isEmpty() ? page : folder.resolve(parts[0]).normalize();
        assertThat(file).as("%s links to %s", page, target).exists();
        if (parts.length == 2) {
          assertThat(anchors(file)).as("%s links to %s", page, target).contains(parts[1]);
        }
      }
    }
  }

  private static Set<String> anchors(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w -]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void wordsThatArePlain() throws IOException {
    for (Path page : Pages.all()) {
      assertThat(COMMENT.matcher(Files.readString(page)).replaceAll(""))
          .as("%s", page)
          .doesNotContainPattern(BANNED);
    }
    for (CommandLine command : below(Weir.commandLine())) {
      assertThat(String.join(" ", command.getCommandSpec().usageMessage().description()))
          .as(command.getCommandName())
          .doesNotContainPattern(BANNED);
      for (ArgSpec arg : command.getCommandSpec().args()) {
        assertThat(String.join(" ", arg.description()))
            .as(command.getCommandName() + " " + arg.paramLabel())
            .doesNotContainPattern(BANNED);
      }
    }
  }

  @Test
  void messagesAndCommentsArePlain() throws IOException {
    int sources = 0;
    for (String folder : List.of("src/main/java", "src/test/java", "benchmarks/java")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          if (!file.endsWith("DocsTest.java")) { // it spells the words
            assertThat(joined(Files.readString(file))).as("%s", file).doesNotContainPattern(BANNED);
            sources++;
          }
        }
      }
    }
    assertThat(sources).isGreaterThan(500);
  }

  /** Source whose literals and comments are no longer broken over lines. */
  private static String joined(String source) {
    return source.replaceAll("\"\\s*\\+\\s*\"", "").replaceAll("\\n\\s*(?:\\*|//) ?", " ");
  }

  private static List<CommandLine> below(CommandLine command) {
    List<CommandLine> all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().forEach(sub -> all.addAll(below(sub)));
    return all;
  }

  @Test
  void figuresAreThoseOfARecord() throws IOException {
    int figures = 0;
    for (Path page : Pages.ofTheManual()) {
      Matcher figure = FIGURE.matcher(Files.readString(page));
      while (figure.find()) {
        JsonNode value =
            new ObjectMapper()
                .readTree(Compressed.open(Path.of(figure.group(2))))
                .at(figure.group(3));
        assertThat(value.isNumber()).as("%s: %s", page, figure.group()).isTrue();
        BigDecimal written = new BigDecimal(figure.group(1).replace(",", ""));
        BigDecimal divisor =
            figure.group(4) == null ? BigDecimal.ONE : new BigDecimal(figure.group(4));
        assertThat(value.decimalValue().divide(divisor, written.scale(), RoundingMode.HALF_UP))
            .as("%s: %s", page, figure.group())
            .isEqualByComparingTo(written);
        figures++;
      }
    }
    assertThat(figures).isPositive();
  }

  @Test
  void everyDecimalOfTheReadmeHasItsSource() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    Set<String> sourced = new HashSet<>();
    FIGURE.matcher(readme).results().forEach(figure -> sourced.add(figure.group(1)));
    for (String paragraph : paragraphs(readme)) {
      String prose = paragraph.replaceAll("\\]\\([^)]*\\)", "").replace("Apache License 2.0", "");
      DECIMAL
          .matcher(prose)
          .results()
          .forEach(figure -> assertThat(sourced).as(paragraph).contains(figure.group()));
    }
  }

  @Test
  void outputsAreOfARecord() throws IOException {
    int outputs = 0;
    for (Path page : Pages.ofTheManual()) {
      Matcher output = OUTPUT.matcher(Files.readString(page));
      while (output.find()) {
        Set<String> there = numbers(Files.readString(Path.of(output.group(1))));
        assertThat(there)
            .as("%s of %s", page, output.group(1))
            .containsAll(numbers(output.group(2)));
        outputs++;
      }
    }
    assertThat(outputs).isGreaterThanOrEqualTo(10);
  }

  private static Set<String> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(found -> found.group().replace(",", ""))
        .collect(Collectors.toSet());
  }

  /** The ten questions stand in the manual, and each leads to a command and an output. */
  @Test
  void eachOfTenQuestionsHasACommandAndAnOutput() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("docs/README.md")).stream()
            .filter(line -> line.matches("\\| .*\\? \\| `.*"))
            .toList();
    assertThat(rows).hasSize(10);
    for (String row : rows) {
      Matcher link = LINK.matcher(row);
      assertThat(link.find()).as(row).isTrue();
      String[] target = link.group(1).split("#", 2);
      String section =
          Stream.of(Files.readString(Path.of("docs", target[0])).split("(?m)^## ", -1))
              .filter(part -> slug(part.lines().findFirst().orElse("")).equals(target[1]))
              .findFirst()
              .orElseThrow();
      assertThat(section).as(row).contains("<!-- from: ");
      assertThat(row).contains("`ops/weir ");
    }
  }

  private static String slug(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  /** What the page on messages explains is what the code says. */
  @Test
  void messagesThatAreExplainedExist() throws IOException {
    StringBuilder code = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        code.append(joined(Files.readString(file)));
      }
    }
    String all = code.toString();
    for (String line : Files.readAllLines(Path.of("docs/troubleshooting.md"))) {
      Matcher message = Pattern.compile("^\\| `([^`]+)` \\|").matcher(line);
      if (message.find()) {
        for (String part : message.group(1).split("…", -1)) {
          assertThat(all.contains(part)).as("'%s' of: %s", part, line).isTrue();
        }
      }
    }
  }
}
