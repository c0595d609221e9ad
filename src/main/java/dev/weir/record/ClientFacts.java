package dev.weir.record;

import java.util.Map;

/**
 * Where the load ran.
 *
 * @param cpu model name
 * @param physicalCores cores, 0 if unknown
 * @param logicalCores hardware threads
 * @param memoryBytes installed memory
 * @param kernel operating system and kernel
 * @param jdk version and vendor of the JVM that generated the load
 * @param jvmArguments its arguments
 * @param drivers version of each driver by name
 * @param host host name
 */
public record ClientFacts(
    String cpu,
    int physicalCores,
    int logicalCores,
    long memoryBytes,
    String kernel,
    String jdk,
    java.util.List<String> jvmArguments,
    Map<String, String> drivers,
    String host) {}
