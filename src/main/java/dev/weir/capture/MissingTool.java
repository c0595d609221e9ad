package dev.weir.capture;

/**
 * A sampler this host cannot run.
 *
 * @param name the tool, for example {@code iostat}
 * @param how how to get it, in one line
 */
public record MissingTool(String name, String how) {}
