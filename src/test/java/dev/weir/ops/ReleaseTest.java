package dev.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What a release needs, as far as files say it. */
class ReleaseTest {
  private static final XPath PATHS = XPathFactory.newInstance().newXPath();

  @SuppressWarnings("NullAway.Init")
  private static Document pom;

  @BeforeAll
  static void readsThePom() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    pom = factory.newDocumentBuilder().parse(Path.of("pom.xml").toFile());
  }

  private static List<String> texts(String path) throws XPathExpressionException {
    NodeList nodes = (NodeList) PATHS.evaluate(path, pom, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }

  /** What Maven Central requires of a POM. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/project/groupId",
        "/project/artifactId",
        "/project/version",
        "/project/name",
        "/project/description",
        "/project/url",
        "/project/licenses/license/name",
        "/project/licenses/license/url",
        "/project/developers/developer/name",
        "/project/developers/developer/organization",
        "/project/scm/connection",
        "/project/scm/developerConnection",
        "/project/scm/url"
      })
  void thePomHasWhatCentralAsksFor(String path) throws Exception {
    assertThat(texts(path)).as(path).hasSize(1).allMatch(text -> !text.isEmpty());
  }

  @Test
  void aReleaseHasSourcesJavadocSignaturesAndABillOfMaterials() throws Exception {
    assertThat(texts("/project/version")).noneMatch(version -> version.endsWith("-SNAPSHOT"));
    assertThat(texts("//profile[id='release']//plugin/artifactId"))
        .contains("maven-source-plugin", "maven-javadoc-plugin", "maven-gpg-plugin");
    assertThat(texts("/project/build/plugins/plugin/artifactId"))
        .contains("cyclonedx-maven-plugin");
    assertThat(texts("//dependency/version")).noneMatch(version -> version.endsWith("-SNAPSHOT"));
  }

  @Test
  void jbangStartsTheReleasedVersion() throws Exception {
    JsonNode weir =
        new ObjectMapper().readTree(Path.of("jbang-catalog.json").toFile()).at("/aliases/weir");
    assertThat(weir.at("/script-ref").asText())
        .isEqualTo("dev.weir:weir:" + texts("/project/version").get(0));
    assertThat(Class.forName(weir.at("/main").asText())).isNotNull();
  }

  static Stream<Path> yaml() throws IOException {
    List<Path> files = new ArrayList<>(List.of(Path.of("action.yml")));
    for (String folder : List.of(".github/workflows", ".github/ISSUE_TEMPLATE")) {
      try (Stream<Path> found = Files.list(Path.of(folder))) {
        found.sorted().forEach(files::add);
      }
    }
    return files.stream();
  }

  @ParameterizedTest
  @MethodSource("yaml")
  void whatTheForgeReadsIsYamlAndNamesWhatIsThere(Path file) throws IOException {
    String text = Files.readString(file);
    JsonNode root = new YAMLMapper().readTree(text);
    assertThat(root.isObject()).as("%s", file).isTrue();
    if (!file.toString().contains("ISSUE_TEMPLATE")) {
      for (JsonNode step : root.findValues("uses")) {
        assertThat(step.asText()).as("%s", file).matches("\\./|[a-z-]+/[a-z-]+@v\\d+");
      }
    }
    if (text.contains(".ci/run")) {
      assertThat(Files.isExecutable(Path.of(".ci/run"))).isTrue();
    }
  }

  @Test
  void theImageHoldsTheJarAlone() throws IOException {
    List<String> image = Files.readAllLines(Path.of("ops/image/Dockerfile"));
    assertThat(image).filteredOn(line -> line.startsWith("COPY")).hasSize(1);
    assertThat(image).contains("COPY target/weir.jar /opt/weir/weir.jar", "USER weir");
    assertThat(Files.readAllLines(Path.of("ops/image/Dockerfile.dockerignore")))
        .containsExactly("*", "!target/weir.jar");
  }
}
