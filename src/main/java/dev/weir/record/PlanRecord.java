package dev.weir.record;

import java.util.Map;

/**
 * {@code plan.json}: the cells of a run as they were planned, so that it can be resumed as it was
 * begun whatever a later Weir would plan.
 *
 * @param cells every factor by cell id, in the plan's order
 */
public record PlanRecord(Map<String, Map<String, String>> cells) {}
