package dev.weir.cli;

import dev.weir.study.Topology;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** How a server is arranged that a command starts. */
final class TopologyOption {
  @SuppressWarnings("NullAway.Init")
  @Option(
      names = "--topology",
      paramLabel = "NAME",
      defaultValue = "rs1",
      description =
          "Topology of a server that Weir starts: standalone, rs1, psa, pss. Default: "
              + "${DEFAULT-VALUE}.")
  private String name;

  Topology topology() throws BadInput {
    return Arrays.stream(Topology.values())
        .filter(one -> one.yamlName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "--topology "
                        + name
                        + " is not one of "
                        + Arrays.stream(Topology.values())
                            .map(Topology::yamlName)
                            .collect(Collectors.joining(", "))));
  }
}
