package dev.weir.report.html.picture;

import dev.weir.report.PlainText;
import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * A picture in the making. Whatever text goes in comes out as text: the writer escapes it. Colours
 * are classes, so that the page's style decides them, by day, by night and on paper.
 */
public final class Svg {
  private static final XMLOutputFactory FACTORY = XMLOutputFactory.newFactory();

  private final StringWriter out = new StringWriter();
  private final XMLStreamWriter xml;

  /**
   * @param label what a screen reader says of the picture
   */
  public Svg(double width, double height, String kind, String label) {
    try {
      xml = FACTORY.createXMLStreamWriter(out);
    } catch (XMLStreamException e) {
      throw new IllegalStateException("no XML writer", e);
    }
    open(
        "svg",
        "viewBox",
        "0 0 " + number(width) + " " + number(height),
        "class",
        kind,
        "role",
        "img",
        "aria-label",
        label);
  }

  /**
   * Opens an element with attributes: name, value, name, value…; one without a value is left out.
   */
  public Svg open(String element, @Nullable Object... attributes) {
    try {
      xml.writeStartElement(element);
      attributes(attributes);
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    return this;
  }

  /** An element without content. */
  public Svg empty(String element, @Nullable Object... attributes) {
    try {
      xml.writeEmptyElement(element);
      attributes(attributes);
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    return this;
  }

  /** An element with text. */
  public Svg text(String element, String content, @Nullable Object... attributes) {
    open(element, attributes);
    try {
      xml.writeCharacters(PlainText.line(content));
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    return close();
  }

  /** Puts a finished picture into this one. */
  public Svg picture(String svg) {
    try {
      xml.writeCharacters("");
      xml.flush();
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    out.append(svg);
    return this;
  }

  public Svg close() {
    try {
      xml.writeEndElement();
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    return this;
  }

  /** Closes what is open and gives the picture. */
  public String end() {
    try {
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    return out.toString();
  }

  /** A coordinate: a tenth of a unit is finer than any screen shows. */
  public static String number(double coordinate) {
    String text = String.format(Locale.ROOT, "%.1f", coordinate);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private void attributes(@Nullable Object... attributes) throws XMLStreamException {
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      if (value == null) {
        continue;
      }
      String text =
          value instanceof Double coordinate
              ? number(coordinate)
              : PlainText.line(String.valueOf(value));
      xml.writeAttribute(String.valueOf(attributes[i]), text);
    }
  }

  private static IllegalStateException failed(XMLStreamException e) {
    return new IllegalStateException("writing into memory failed", e);
  }
}
