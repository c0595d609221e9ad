package dev.weir.runner;

/** Hears everything and says nothing. */
class SilentListener implements RunListener {}
