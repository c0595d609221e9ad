package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.SamplePlans;
import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class SvgFileTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private static Document parsed(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void aFileOfItsOwnHasItsStyleAndAPictureForEachCell() throws Exception {
    List<CellRecord> cells =
        IntStream.rangeClosed(1, 20)
            .mapToObj(n -> Samples.cell("c" + n, String.valueOf(n), n * 100))
            .toList();
    String svg = SvgFile.throughput(cells).orElseThrow();
    assertThat(parsed(svg).getDocumentElement().getNamespaceURI())
        .isEqualTo("http://www.w3.org/2000/svg");
    assertThat(svg).contains("<style>", "Throughput of every cell", ">in flight 20<");
    assertThat(svg.split("class=\"rows\"")).as("two pictures side by side").hasSize(3);
    assertThat(svg.split("class=\"p s")).hasSize(21);
  }

  @Test
  void withoutAFigureThereIsNoFile() {
    assertThat(SvgFile.throughput(List.of())).isEmpty();
  }

  @Test
  void aPlansFileShowsLoadAndLoss() throws Exception {
    String svg = SvgFile.tradeOff(SamplePlans.shard(folder)).orElseThrow();
    parsed(svg);
    assertThat(svg)
        .contains("Flush period against load", "Flush period against loss", "lost at worst");
  }
}
