package dev.weir.capacity.oplog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.oplog.CollectionSummary.Calls;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OplogPlanTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Calls FIFTIES = new Calls(100, 5_000, 50, 50, 0, 0, 0);
  private static final OplogPlan.Deployment ALONE =
      new OplogPlan.Deployment(3, 50_000_000_000L, Map.of());

  private static CollectionSummary collection(
      String namespace, long updates, double documents, @Nullable FlushRhythm rhythm) {
    return new CollectionSummary(
        namespace, 0, updates, 0, 0, 16, 613, 0, documents, false, List.of(), rhythm, 0.7, FIFTIES);
  }

  private static OplogSummary summary(CollectionSummary... collections) {
    return new OplogSummary(BEGIN, BEGIN.plusSeconds(600), 0, 0, 0, 0, 1.5, List.of(collections));
  }

  private static FlushRhythm every30Seconds() {
    return new FlushRhythm(30, 0.99, false);
  }

  private static String text(OplogSummary summary, @Nullable Double players) throws Exception {
    return OplogPlan.text("mine", List.of("A heading."), summary, ALONE, players);
  }

  private static Design design(String text) throws Exception {
    return DesignReader.parse("mine.yaml", text);
  }

  @Test
  void flushesAreTurnedBackIntoChanges() throws Exception {
    double dirty = 1 - Math.exp(-1.5); // 3 changes a minute, flushed every 30 s
    long updates = Math.round(1_000 * 20 * dirty);
    Design plan =
        design(text(summary(collection("g.roles", updates, 1_000, every30Seconds())), 1_000.0));
    assertThat(plan.documents().get(0).updatesPerMinute()).isCloseTo(3, within(0.01));
    assertThat(plan.documents().get(0).fields()).isEqualTo(16);
    assertThat(plan.documents().get(0).updateBytes()).isEqualTo(613);
    assertThat(plan.documentsPerSecond()).isCloseTo(updates / 600.0, within(0.1));
    assertThat(plan.flush().period()).isEqualTo(30);
    assertThat(plan.flush().batch()).isEqualTo(50);
    assertThat(plan.flush().policy()).isEqualTo(Design.Policy.STAGGERED);
    assertThat(plan.host().oplogBytes()).isEqualTo(50e9);
    assertThat(plan.members()).isEqualTo(3);
  }

  @Test
  void playersAreNeverInvented() throws Exception {
    String text = text(summary(collection("g.roles", 6_000, 500, every30Seconds())), null);
    assertThatThrownBy(() -> design(text)).hasMessageContaining("'players' is missing");
    assertThat(text).contains("# players:").contains("500 documents of g.roles were updated");
    Design plan = design("players: 2000\n" + text);
    assertThat(plan.players()).isEqualTo(2_000);
    assertThat(plan.documents().get(0).updatesPerMinute()).isGreaterThan(1.2);
  }

  @Test
  void withoutARhythmNextToNothingCoalesces() throws Exception {
    Design plan = design(text(summary(collection("g.roles", 20_000, 1_000, null)), 1_000.0));
    assertThat(plan.flush().period()).isEqualTo(0.7);
    assertThat(plan.documents().get(0).updatesPerMinute()).isCloseTo(2, within(0.03));
  }

  @Test
  void documentsDirtyAtEveryFlushSayAtLeast() throws Exception {
    String text = text(summary(collection("g.roles", 20_000, 1_000, every30Seconds())), 1_000.0);
    assertThat(text).contains("# At least these updates");
    assertThat(design(text).documentsPerSecond()).isCloseTo(20_000 / 600.0, within(0.5));
  }

  @Test
  void severalDocumentsOfAPlayerAreSeveralTypes() throws Exception {
    OplogSummary summary =
        summary(
            collection("g.roles", 10_000, 1_000, every30Seconds()),
            collection("g.items", 9_000, 3_000, every30Seconds()));
    Design plan = design(text(summary, 1_000.0));
    assertThat(plan.documents())
        .extracting(Design.DocumentType::name)
        .containsExactly("roles", "items-1", "items-2", "items-3");
    assertThat(plan.documentsPerSecond()).isCloseTo(19_000 / 600.0, within(0.2));
    assertThatThrownBy(() -> text(summary, 10.0))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("is --players the number that played?");
  }

  @Test
  void whatIsStoredAndWhatIsRare() throws Exception {
    OplogSummary summary =
        summary(
            collection("g.roles", 10_000, 1_000, every30Seconds()),
            collection("other.roles", 9_000, 900, every30Seconds()),
            collection("g.settings", 3, 2, null));
    String text =
        OplogPlan.text(
            "mine",
            List.of(),
            summary,
            new OplogPlan.Deployment(
                1, null, Map.of("g.roles", new OplogPlan.Stored(150_000, 6_000.4))),
            1_000.0);
    Design plan = design(text);
    assertThat(plan.accounts()).isEqualTo(150_000);
    assertThat(plan.documents())
        .extracting(Design.DocumentType::name)
        .containsExactly("g.roles", "other.roles");
    assertThat(plan.documents().get(0).storedBytes()).isEqualTo(6_000);
    assertThat(text)
        .contains("# storedBytes:")
        .contains("Left out: g.settings")
        .contains("# host:")
        .contains("# durability:");
  }

  @Test
  void hostileNamesStayText() throws Exception {
    String name = "g.it's: {a} # \"\u2028true\n- x";
    String text = text(summary(collection(name, 10_000, 1_000, every30Seconds())), 1_000.0);
    assertThat(design(text).documents()).hasSize(1);
    assertThat(design(text).documents().get(0).name()).startsWith("it's: {a} # \"");
  }

  @Test
  void withoutUpdatesThereIsNoPlan() {
    assertThatThrownBy(() -> text(summary(), null))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("nothing was written in the 10 min up to 2026-01-01T00:10:00Z");
    CollectionSummary mail =
        new CollectionSummary(
            "g.mail", 9, 0, 0, 1, 0, 0, 100, 0, false, List.of(), null, null, FIFTIES);
    assertThatThrownBy(() -> text(summary(mail), null))
        .hasMessageContaining("10 documents were inserted or deleted and none updated in 10 min");
  }
}
