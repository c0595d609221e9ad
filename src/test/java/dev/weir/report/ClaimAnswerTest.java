package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.Figure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimAnswerTest {
  @ParameterizedTest
  @EnumSource
  void sentenceNamesFigureInWords(Figure figure) {
    assertThat(ClaimAnswer.words(figure.yamlName())).isNotEqualTo(figure.yamlName());
  }
}
