package dev.weir.report;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A table, defined once: its columns, each with title, unit, format and source, and its rows.
 * {@link ConsoleTable}, {@link MarkdownTable}, {@link CsvTable} and the HTML report's DataTable
 * render it.
 *
 * @param <R> what a row is about
 */
public final class Table<R> {
  /** How a column's figures are written; figures stand right, text left. */
  public enum Format {
    /** Text as it is. */
    TEXT(false),
    /** Text that stands for a figure, so it stands right. */
    WORDS(true),
    /** Three to four significant digits. */
    FIGURE(true),
    /** A number of things: whole figures without decimals. */
    COUNT(true),
    /** A share from 0 to 1, as per cent. */
    PERCENT(true),
    /** An {@link Interval}: its estimate with its bounds. */
    INTERVAL(true),
    /** An {@link Interval} of a ratio near 1: three decimals. */
    RATIO(true);

    private final boolean figure;

    Format(boolean figure) {
      this.figure = figure;
    }

    boolean isFigure() {
      return figure;
    }

    String text(@Nullable Object value) {
      if (value == null) {
        return Digits.NOTHING;
      }
      return switch (this) {
        case TEXT, WORDS -> String.valueOf(value);
        case FIGURE -> value instanceof Number n ? Digits.of(n) : String.valueOf(value);
        case COUNT -> value instanceof Number n ? Digits.count(n.doubleValue()) : "" + value;
        case PERCENT -> value instanceof Number n ? Digits.percent(n.doubleValue()) : "" + value;
        case INTERVAL -> value instanceof Interval i ? Digits.interval(i) : String.valueOf(value);
        case RATIO -> value instanceof Interval i ? Digits.ratio(i) : String.valueOf(value);
      };
    }
  }

  /**
   * A column.
   *
   * @param <R> what a row is about
   */
  public static final class Column<R> {
    private final String title;
    private final String unit;
    private final Format format;
    private final Function<R, @Nullable Object> source;
    private boolean pageOnly;
    private int widest;
    private int spared;

    private Column(String title, String unit, Format format, Function<R, @Nullable Object> source) {
      this.title = title;
      this.unit = unit;
      this.format = format;
      this.source = source;
    }

    /** Whether it is left out of console and Markdown, which are narrow. */
    boolean pageOnly() {
      return pageOnly;
    }

    /** Characters of a line on the console, 0 for any number. */
    int widest() {
      return widest;
    }

    /** Which column a narrow console goes without first: 1 before 2; 0 for never. */
    int spared() {
      return spared;
    }

    /** The value of a row as it is, null if unknown. */
    public @Nullable Object value(R row) {
      return source.apply(row);
    }

    /** Title and unit. */
    public String head() {
      return unit.isEmpty() ? title : title + " " + unit;
    }

    public boolean isFigure() {
      return format.isFigure();
    }

    /** What a reader sees of a row. */
    public String text(R row) {
      return format.text(source.apply(row));
    }

    /** The same for a spreadsheet: figures to five digits, nothing where there is none. */
    public String exact(R row) {
      Object value = source.apply(row);
      if (value instanceof Number figure) {
        return Digits.plain(figure);
      }
      return value == null ? "" : format.text(value);
    }
  }

  private final String id;
  private final String caption;
  private final List<Column<R>> columns = new ArrayList<>();
  private final List<R> rows;
  private final List<String> footnotes = new ArrayList<>();
  private Function<R, String> cells = row -> "";
  private Predicate<R> bad = row -> false;

  private Table(String id, String caption, List<R> rows) {
    this.id = id;
    this.caption = caption;
    this.rows = List.copyOf(rows);
  }

  /**
   * A table without columns yet.
   *
   * @param id unique in a page, and the name of a saved file
   * @param caption what a row is
   */
  public static <R> Table<R> of(String id, String caption, List<R> rows) {
    return new Table<>(id, caption, rows);
  }

  /** Adds a column. */
  public Table<R> column(
      Format format, String title, String unit, Function<R, @Nullable Object> source) {
    columns.add(new Column<>(title, unit, format, source));
    return this;
  }

  /** Adds a column of text. */
  public Table<R> text(String title, Function<R, @Nullable Object> source) {
    return column(Format.TEXT, title, "", source);
  }

  /** Adds a column of figures that the source wrote. */
  public Table<R> words(String title, Function<R, @Nullable Object> source) {
    return column(Format.WORDS, title, "", source);
  }

  /** Adds a column of figures. */
  public Table<R> figure(String title, String unit, Function<R, @Nullable Object> source) {
    return column(Format.FIGURE, title, unit, source);
  }

  /** Adds a column of numbers of things. */
  public Table<R> count(String title, Function<R, @Nullable Object> source) {
    return column(Format.COUNT, title, "", source);
  }

  /** Adds a column of shares from 0 to 1. */
  public Table<R> percent(String title, Function<R, @Nullable Object> source) {
    return column(Format.PERCENT, title, "", source);
  }

  /** Adds a column of estimates with their bounds. */
  public Table<R> interval(String title, Function<R, @Nullable Object> source) {
    return column(Format.INTERVAL, title, "", source);
  }

  /** Adds estimate, bounds and rounds of an interval. */
  public Table<R> bounds(String title, Function<R, @Nullable Interval> source) {
    figure(title, "", row -> part(source.apply(row), Interval::mean));
    figure("low", "", row -> part(source.apply(row), Interval::low));
    figure("high", "", row -> part(source.apply(row), Interval::high));
    return count("rounds", row -> part(source.apply(row), Interval::n));
  }

  private static @Nullable Object part(
      @Nullable Interval interval, Function<Interval, Object> which) {
    return interval == null ? null : which.apply(interval);
  }

  /** The last column is in the HTML report only. */
  public Table<R> pageOnly() {
    last().pageOnly = true;
    return this;
  }

  /** The last column takes at most that number of characters of a console's line. */
  public Table<R> widest(int characters) {
    last().widest = characters;
    return this;
  }

  /** A narrow console goes without the last column; without rank 1 before 2. */
  public Table<R> spared(int rank) {
    last().spared = rank;
    return this;
  }

  private Column<R> last() {
    return columns.get(columns.size() - 1);
  }

  /** Says which cells a row is about, by their numbers: the page's filter hides rows by them. */
  public Table<R> about(Function<R, String> cellNumbers) {
    cells = cellNumbers;
    return this;
  }

  /** Marks rows that enter no figure. */
  public Table<R> marked(Predicate<R> which) {
    bad = which;
    return this;
  }

  /** Adds lines that stand below the table. */
  public Table<R> footnotes(List<String> lines) {
    footnotes.addAll(lines);
    return this;
  }

  /**
   * A table of some of these columns.
   *
   * @param heads of the columns
   */
  public Table<R> part(String partId, List<String> heads) {
    Table<R> part = new Table<>(partId, caption, rows);
    for (String head : heads) {
      part.columns.add(column(head));
    }
    return part;
  }

  /**
   * The column with this head.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Column<R> column(String head) {
    return columns.stream()
        .filter(column -> column.head().equals(head))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(caption + " has no column " + head));
  }

  public String id() {
    return id;
  }

  public String caption() {
    return caption;
  }

  public List<Column<R>> columns() {
    return List.copyOf(columns);
  }

  public List<R> rows() {
    return rows;
  }

  public List<String> footnotes() {
    return List.copyOf(footnotes);
  }

  /** Numbers of the cells that a row is about; empty if of none. */
  public String cells(R row) {
    return cells.apply(row);
  }

  /** Whether a row enters no figure. */
  public boolean isBad(R row) {
    return bad.test(row);
  }
}
