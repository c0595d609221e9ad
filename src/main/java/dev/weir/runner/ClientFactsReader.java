package dev.weir.runner;

import com.mongodb.client.MongoClients;
import com.mongodb.internal.build.MongoDriverVersion;
import dev.weir.record.ClientFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;

/** Reads what the load runs on. */
final class ClientFactsReader {
  private ClientFactsReader() {}

  static ClientFacts read() {
    SystemInfo system = new SystemInfo();
    CentralProcessor cpu = system.getHardware().getProcessor();
    Map<String, String> drivers = new LinkedHashMap<>();
    drivers.put("mongodb-driver-sync", version(MongoClients.class));
    drivers.put(
        "mongodb-driver-reactivestreams",
        version(com.mongodb.reactivestreams.client.MongoClients.class));
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
        LoadJvm.arguments(),
        drivers,
        system.getOperatingSystem().getNetworkParams().getHostName());
  }

  /**
   * Both drivers carry the version of their common core; inside one jar no manifest tells it apart.
   */
  private static String version(Class<?> driver) {
    String own = driver.getPackage().getImplementationVersion();
    return own == null || driver.getPackage().getImplementationTitle() == null
        ? MongoDriverVersion.VERSION
        : own;
  }
}
