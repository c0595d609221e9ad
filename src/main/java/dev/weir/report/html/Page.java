package dev.weir.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.weir.report.CellSet;
import dev.weir.report.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page around the sections. All text goes through the template, which escapes it. */
final class Page {
  private static final String D3 = "/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Notes that are shown at once. */
  private static final int NOTES = 3;

  private static final int MOST_VALUES = 60;

  /**
   * @param values of the factor, each with its place in {@link #cellsJson}
   */
  record Filter(String title, int factor, List<Choice> values) {}

  record Choice(int place, String text) {}

  private final Head head;
  private final CellSet cells;
  private final List<Section> sections;

  Page(Head head, CellSet cells, List<Section> sections) {
    this.head = head;
    this.cells = cells;
    this.sections = sections;
  }

  String html() {
    String style = resource("report.css");
    String script = resource("report.js");
    String library = resource(D3);
    List<String> notes = head.notes();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("head", head);
    model.put("notes", notes.subList(0, Math.min(NOTES, notes.size())));
    model.put("moreNotes", notes.subList(Math.min(NOTES, notes.size()), notes.size()));
    model.put("moreNoteCount", Math.max(0, notes.size() - NOTES));
    model.put("hasMoreNotes", notes.size() > NOTES);
    model.put("sections", sections);
    model.put("filters", filters());
    model.put("cells", cellsJson());
    model.put("style", style);
    model.put("library", library);
    model.put("script", script);
    model.put(
        "policy",
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src "
            + hash(style)
            + "; script-src "
            + hash(library)
            + " "
            + hash(script));
    return template().execute(model);
  }

  private List<Filter> filters() {
    List<Filter> filters = new ArrayList<>();
    for (int i = 0; i < cells.varied().size(); i++) {
      String factor = cells.varied().get(i);
      List<String> values = values(factor);
      if (values.size() <= MOST_VALUES) {
        List<Choice> choices = new ArrayList<>();
        for (int j = 0; j < values.size(); j++) {
          // A box needs a name, also that of cells which lack the factor.
          String value = values.get(j).isEmpty() ? "none" : Labels.brief(values.get(j), 40);
          choices.add(new Choice(j, value));
        }
        filters.add(new Filter(Labels.title(factor), i, choices));
      }
    }
    return filters;
  }

  private List<String> values(String factor) {
    return cells.all().stream()
        .map(cell -> cell.factors().getOrDefault(factor, ""))
        .distinct()
        .toList();
  }

  /** For each cell, the place of its value among the values of each varied factor. */
  private String cellsJson() {
    List<Map<String, Integer>> places = new ArrayList<>();
    for (String factor : cells.varied()) {
      Map<String, Integer> place = new LinkedHashMap<>();
      values(factor).forEach(value -> place.put(value, place.size()));
      places.add(place);
    }
    List<List<Integer>> all = new ArrayList<>();
    for (var cell : cells.all()) {
      List<Integer> own = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        String value = cell.factors().getOrDefault(cells.varied().get(i), "");
        own.add(places.get(i).getOrDefault(value, 0));
      }
      all.add(own);
    }
    try {
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers can be written", e);
    }
  }

  private static Template template() {
    return Mustache.compiler()
        .escapeHTML(true)
        .withLoader(name -> new StringReader(resource(name + ".mustache")))
        .compile(resource("report.mustache"));
  }

  /** For the page's policy: this text may run, or style, and no other. */
  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " can't be read from the jar", e);
    }
  }
}
