package dev.weir.server;

import dev.weir.server.mongod.MongodOptions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the environment wants of containers.
 *
 * @param image with a mongod in it
 * @param cpus cores that each member may use; null for no limit
 * @param memoryBytes memory of each member; null for no limit
 */
record ContainerWishes(String image, @Nullable BigDecimal cpus, @Nullable Long memoryBytes) {
  static final String IMAGE = "WEIR_MONGO_IMAGE";
  static final String CPUS = "WEIR_MEMBER_CPUS";
  static final String MEMORY = "WEIR_MEMBER_MEMORY";

  private static final String OFFICIAL = "mongo:7.0";
  private static final ServerVersion PRESUMED = new ServerVersion(7, 0);
  private static final Pattern CORES = Pattern.compile("\\d{1,4}(\\.\\d{1,3})?");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,7})([mg])", Pattern.CASE_INSENSITIVE);
  private static final long MEGABYTE = 1L << 20;
  private static final long GIGABYTE = 1L << 30;
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

  /**
   * @throws ServerException if a limit is no number
   */
  static ContainerWishes of(Map<String, String> environment) throws ServerException {
    String image = environment.getOrDefault(IMAGE, "").strip();
    String cpus = environment.getOrDefault(CPUS, "").strip();
    String memory = environment.getOrDefault(MEMORY, "").strip();
    return new ContainerWishes(
        image.isEmpty() ? OFFICIAL : image,
        cpus.isEmpty() ? null : cores(cpus),
        memory.isEmpty() ? null : Long.valueOf(bytes(memory)));
  }

  private static BigDecimal cores(String text) throws ServerException {
    if (!CORES.matcher(text).matches() || new BigDecimal(text).signum() == 0) {
      throw new ServerException(CPUS + "=" + text + " is no number of cores, such as 1 or 0.5");
    }
    return new BigDecimal(text);
  }

  private static long bytes(String text) throws ServerException {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new ServerException(MEMORY + "=" + text + " is no size of memory, such as 512m or 2g");
    }
    boolean giga = size.group(2).equalsIgnoreCase("g");
    return Long.parseLong(size.group(1)) * (giga ? GIGABYTE : MEGABYTE);
  }

  /** The limit of CPU as engines take it; null for none. */
  @Nullable Long nanoCpus() {
    return cpus == null ? null : Long.valueOf(cpus.multiply(NANOS).longValue());
  }

  /** The version that the image's tag names, else a recent one. */
  ServerVersion version() {
    String tag = image.substring(image.lastIndexOf(':') + 1);
    try {
      return ServerVersion.supported(tag, image);
    } catch (ServerException e) {
      return PRESUMED;
    }
  }

  /**
   * The request with a cache that fits into the limit of memory, unless the user gave one: as
   * MongoDB does it on a host, half of what is above 1 GB, at least 0.25 GB.
   */
  ServerRequest fitting(ServerRequest request) {
    if (memoryBytes == null
        || request.mongodArguments().stream().anyMatch(a -> a.startsWith(MongodOptions.CACHE))) {
      return request;
    }
    double gigabytes = Math.max(0.25, (memoryBytes - GIGABYTE) / 2.0 / GIGABYTE);
    List<String> arguments = new ArrayList<>(request.mongodArguments());
    arguments.add(MongodOptions.CACHE);
    arguments.add(String.format(Locale.ROOT, "%.2f", gigabytes));
    return request.withMongodArguments(arguments);
  }

  /** For the record. */
  Map<String, String> facts() {
    Map<String, String> facts = new TreeMap<>();
    facts.put("weir.image", image);
    if (cpus != null) {
      facts.put("weir.memberCpus", cpus.toPlainString());
    }
    if (memoryBytes != null) {
      facts.put("weir.memberMemoryMegabytes", Long.toString(memoryBytes / MEGABYTE));
    }
    return facts;
  }
}
