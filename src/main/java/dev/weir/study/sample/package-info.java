/**
 * What a user's own documents look like: read from a sample, kept as a model without its values.
 */
@NullMarked
package dev.weir.study.sample;

import org.jspecify.annotations.NullMarked;
