package dev.weir.analysis.bottleneck;

/** Looks at one kind of limit only; the order in which rules are asked is {@link Bottleneck}'s. */
@FunctionalInterface
interface BottleneckRule {
  Finding examine(CellEvidence evidence);
}
