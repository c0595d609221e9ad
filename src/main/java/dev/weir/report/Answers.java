package dev.weir.report;

import dev.weir.analysis.ClaimVerdict;
import java.util.ArrayList;
import java.util.List;

/** What a study's claims came to. */
public final class Answers {
  private Answers() {}

  /** Lines for the console; none without claims. */
  public static List<String> console(List<ClaimVerdict> claims) {
    List<String> lines = new ArrayList<>();
    if (!claims.isEmpty()) {
      lines.add("claims:");
      lines.add(ClaimTable.text(claims));
      ClaimTable.remarks(claims).forEach(line -> lines.add(PlainText.line(line)));
    }
    return lines;
  }
}
