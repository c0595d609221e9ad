package dev.weir.report.html.picture;

/**
 * A figure that others are seen against: a limit, or what was chosen.
 *
 * @param label a word or two
 */
public record Guide(double at, String label) {}
