package dev.weir.runner;

import dev.weir.load.process.JvmSettings;
import dev.weir.record.ClientFacts;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;

/** Reads what the load runs on. */
final class ClientFactsReader {
  private ClientFactsReader() {}

  /**
   * @param clients load processes at once
   * @param jvm what each is started with
   */
  static ClientFacts read(int clients, JvmSettings jvm) {
    SystemInfo system = new SystemInfo();
    CentralProcessor cpu = system.getHardware().getProcessor();
    return new ClientFacts(
        cpu.getProcessorIdentifier().getName(),
        cpu.getPhysicalProcessorCount(),
        cpu.getLogicalProcessorCount(),
        system.getHardware().getMemory().getTotal(),
        system.getOperatingSystem().getFamily()
            + " "
            + system.getOperatingSystem().getVersionInfo()
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.version"),
        System.getProperty("java.vm.name")
            + " "
            + Runtime.version()
            + " ("
            + System.getProperty("java.vendor")
            + ")",
        jvm.shown(clients),
        // Both drivers are built on this core and pinned to its version.
        Map.of("mongodb-driver-core", jvm.driver()),
        system.getOperatingSystem().getNetworkParams().getHostName());
  }
}
