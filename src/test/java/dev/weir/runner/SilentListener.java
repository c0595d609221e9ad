package dev.weir.runner;

/** Hears everything and says nothing. */
public class SilentListener implements RunListener {}
