package dev.weir.analysis.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.study.Claim;
import dev.weir.study.Plan;
import dev.weir.study.Scale;
import dev.weir.study.ShippedStudies;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedClaimsTest {
  static List<String> names() {
    return ShippedStudies.NAMES;
  }

  /** A reader sees whose claim it is, and what the report has. */
  @ParameterizedTest
  @MethodSource("names")
  void claimsCarryWhatTheReportHasOrSayThatTheyAreOurs(String name) throws StudyException {
    for (Scale scale : Scale.values()) {
      Study study = StudyReader.open(name, scale);
      assertThat(Plan.of(study, cell -> Optional.empty()).cells()).isNotEmpty();
      for (Claim claim : study.claims()) {
        assertThat(claim.ours() || claim.report() != null).as(claim.id()).isTrue();
        assertThat(Objects.requireNonNullElse(claim.report(), "")).hasSizeLessThan(130);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void limitsThatAreClaimedExist(String name) throws StudyException {
    for (Claim claim : StudyReader.open(name).claims()) {
      for (Claim.Test test : claim.tests()) {
        if (test instanceof Claim.Limit limit) {
          assertThat(Arrays.stream(Resource.values()).map(Resource::title))
              .as(claim.id())
              .anyMatch(limit::names);
        }
      }
    }
  }
}
