package dev.weir.report;

import dev.weir.analysis.ClaimVerdict;
import java.util.ArrayList;
import java.util.List;

/** What a study's questions came to: its claims, and the sentences on what it cites. */
public final class Answers {
  private Answers() {}

  /**
   * Lines for the console; none without claims and citations.
   *
   * @param cited sentences on the cited comparison
   */
  public static List<String> console(List<ClaimVerdict> claims, List<String> cited) {
    List<String> lines = new ArrayList<>();
    if (!claims.isEmpty()) {
      lines.add("claims:");
      lines.add(ClaimTable.text(claims));
      ClaimTable.remarks(claims).forEach(line -> lines.add(PlainText.line(line)));
    }
    cited.forEach(line -> lines.add(PlainText.line(line)));
    return lines;
  }

  /** The cited comparison as Markdown; empty if there is none. */
  public static String markdown(List<String> cited) {
    if (cited.isEmpty()) {
      return "";
    }
    List<String> lines = cited.stream().map(PlainText::markdown).toList();
    return "\nThe cited comparison:\n\n" + String.join("\n", lines) + "\n";
  }
}
