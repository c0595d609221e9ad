package dev.weir.runner;

import com.mongodb.internal.build.MongoDriverVersion;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.ClientFacts;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;

/** Reads what the load runs on. */
final class ClientFactsReader {
  private ClientFactsReader() {}

  static ClientFacts read() {
    return read(1);
  }

  /**
   * @param clients load processes at once
   */
  static ClientFacts read(int clients) {
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
        LoadJvm.arguments(clients),
        // Both drivers are built on this core and pinned to its version.
        Map.of("mongodb-driver-core", MongoDriverVersion.VERSION),
        system.getOperatingSystem().getNetworkParams().getHostName());
  }
}
