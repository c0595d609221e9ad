package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentKindTest {
  @Test
  void readsFixedAndVariableSizes() {
    assertThat(DocumentKind.parse("role2000")).isEqualTo(new DocumentKind("role2000", 2000, 2000));
    assertThat(DocumentKind.parse("role2000").variable()).isFalse();
    DocumentKind variable = DocumentKind.parse("role40to1000");
    assertThat(variable).isEqualTo(new DocumentKind("role40to1000", 40, 1000));
    assertThat(variable.variable()).isTrue();
    assertThat(variable).hasToString("role40to1000");
  }

  @Test
  void readsFreeNumbersOfFields() {
    DocumentKind kind = DocumentKind.parse("fields16of1000");
    assertThat(kind).isEqualTo(new DocumentKind("fields16of1000", 1000, 1000, 16));
    assertThat(kind.variable()).isFalse();
    assertThat(DocumentKind.parse("fields4of56").fieldRole()).isFalse();
  }

  @Test
  void onlyRole56IsTheRoleOfTheStudy() {
    assertThat(DocumentKind.parse("role56").fieldRole()).isTrue();
    assertThat(DocumentKind.parse("role57").fieldRole()).isFalse();
    assertThat(DocumentKind.parse("role40to56").fieldRole()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "role3",
        "role1000001",
        "role4to1000001",
        "role100to40",
        "role99999999",
        "role",
        "role-56",
        "Role56",
        " role56",
        "role56to",
        "role5.5",
        "",
        // One size under two names would be one cell under two names.
        "role056",
        "role56to56",
        "fields1of4",
        "fields16of18",
        "fields0of40",
        "fields16of1000001",
        "fields16",
      })
  void refusesTheRest(String name) {
    assertThatThrownBy(() -> DocumentKind.parse(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + name + "' ");
  }

  @Test
  void sortsBySize() {
    assertThat(
            List.of("role2000", "role40to1000", "role56", "role40to90").stream()
                .map(DocumentKind::parse)
                .sorted()
                .map(DocumentKind::name))
        .containsExactly("role40to90", "role40to1000", "role56", "role2000");
  }
}
