package dev.weir.capacity;

import org.jspecify.annotations.Nullable;

/**
 * A share of the predicted capacity, played: what a plan predicts for it beside what was measured.
 *
 * @param share of the predicted capacity, between 0 and 1
 * @param players that make this share
 * @param documents of each type; players share them if there are more players than documents
 * @param before speed of the host before the run, as a ratio to its speed when the cells were
 *     measured; the prediction is for the mean of {@code before} and {@code after}
 * @param measuredClientCores of the process that writes and also plays the players, which a plan
 *     does not count
 * @param failed documents of failed calls
 */
public record PlayedShare(
    double share,
    double players,
    int documents,
    HostSpeed before,
    HostSpeed after,
    double predictedDocumentsPerSecond,
    double measuredDocumentsPerSecond,
    double predictedWritesPerUpdate,
    double measuredWritesPerUpdate,
    double predictedServerCores,
    @Nullable Double measuredServerCores,
    double predictedClientCores,
    double measuredClientCores,
    double predictedP99Millis,
    double measuredP99Millis,
    long failed) {}
