package dev.weir.ops;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Shards;
import dev.weir.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What can be said of the compose files without an engine: they are YAML without a key twice, what
 * they refer to is there, everything is published on loopback alone, and the addresses agree.
 */
class ComposeFilesTest {
  private static final Path FOLDER = Path.of("ops/compose");
  private static final Set<String> SERVICE_KEYS =
      Set.of(
          "image",
          "command",
          "entrypoint",
          "init",
          "restart",
          "ports",
          "volumes",
          "network_mode",
          "depends_on",
          "healthcheck",
          "cpus",
          "mem_limit",
          "stop_grace_period");
  private static final Pattern URI = Pattern.compile("WEIR_URI='([^']+)'");

  private static Map<String, Map<String, Object>> section(String file, String name)
      throws IOException {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    Map<String, Map<String, Map<String, Object>>> all =
        new Yaml(new SafeConstructor(strict)).load(Files.readString(FOLDER.resolve(file)));
    assertThat(all.keySet()).isSubsetOf("x-member", "services", "volumes");
    return get(all, name);
  }

  private static <V> V get(Map<String, V> map, String key) {
    return requireNonNull(map.get(key), key);
  }

  private static List<?> list(Map<String, Object> service, String key) {
    return service.getOrDefault(key, List.of()) instanceof List<?> list ? list : List.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"replica-set.yaml", "sharded.yaml"})
  void whatIsReferredToIsThere(String file) throws Exception {
    Map<String, Map<String, Object>> services = section(file, "services");
    Set<String> volumes = new HashSet<>(section(file, "volumes").keySet());
    services.forEach(
        (name, service) -> {
          assertThat(service.keySet()).as(name).isSubsetOf(SERVICE_KEYS);
          Object mode = service.get("network_mode");
          if (mode != null) {
            assertThat(services).containsKey(mode.toString().replace("service:", ""));
          }
          if (service.get("depends_on") instanceof Map<?, ?> needed) {
            assertThat(services.keySet()).containsAll(keys(needed));
            needed
                .keySet()
                .forEach(n -> assertThat(get(services, n.toString())).containsKey("healthcheck"));
          } else {
            list(service, "depends_on")
                .forEach(n -> assertThat(services).containsKey(n.toString()));
          }
          list(service, "volumes")
              .forEach(v -> assertThat(volumes.remove(v.toString().split(":", -1)[0])).isTrue());
        });
    assertThat(volumes).as("declared and not used").isEmpty();
  }

  private static List<String> keys(Map<?, ?> map) {
    return map.keySet().stream().map(Object::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"replica-set.yaml", "sharded.yaml"})
  void onlyLoopbackIsPublishedAndWeirsUriNamesIt(String file) throws Exception {
    List<String> published = new ArrayList<>();
    for (Map<String, Object> service : section(file, "services").values()) {
      for (Object port : list(service, "ports")) {
        Matcher loopback = Pattern.compile("127\\.0\\.0\\.1:(\\d+):\\1").matcher(port.toString());
        assertThat(loopback.matches()).as("%s", port).isTrue();
        published.add("127.0.0.1:" + loopback.group(1));
      }
    }
    Matcher uri = URI.matcher(Files.readString(FOLDER.resolve(file)));
    assertThat(uri.find()).isTrue();
    assertThat(new ConnectionString(uri.group(1)).getHosts())
        .containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void membersListenWhereTheSetIsToldTheyAre() throws Exception {
    Map<String, Map<String, Object>> services = section("replica-set.yaml", "services");
    String initiate = healthcheck(get(services, "primary"));
    int members = 0;
    for (Map<String, Object> service : services.values()) {
      List<?> command = list(service, "command");
      if (!command.isEmpty()) {
        members++;
        assertThat(command.get(0)).isEqualTo("mongod");
        assertThat(initiate).contains("host: '127.0.0.1:" + after(command, "--port") + "'");
        assertThat(after(command, "--replSet")).isEqualTo("weir");
        assertThat(healthcheck(service)).contains(after(command, "--port"));
      }
    }
    assertThat(members).isEqualTo(3);
    assertThat(initiate).contains("_id: 'weir'").contains("isWritablePrimary");
  }

  @Test
  void everyShardAndTheConfigServerAreInitiatedWhereTheyListen() throws Exception {
    Map<String, Map<String, Object>> services = section("sharded.yaml", "services");
    String cluster = healthcheck(get(services, "cluster"));
    int shards = 0;
    for (Map.Entry<String, Map<String, Object>> service : services.entrySet()) {
      List<?> command = list(service.getValue(), "command");
      if (command.contains("--shardsvr") || command.contains("--configsvr")) {
        shards += command.contains("--shardsvr") ? 1 : 0;
        assertThat(after(command, "--replSet")).isEqualTo(service.getKey());
        assertThat(cluster).contains(service.getKey() + ": " + after(command, "--port"));
      }
    }
    assertThat(shards).isEqualTo(2);
    List<?> mongos = list(get(services, "mongos"), "command");
    assertThat(after(mongos, "--configdb"))
        .isEqualTo("config/127.0.0.1:" + after(list(get(services, "config"), "command"), "--port"));
  }

  @Test
  void theStudyForShardsVariesWhatMattersThere() throws Exception {
    Plan plan =
        Plan.of(
            StudyReader.open(FOLDER.resolve("shards.yaml").toString()), cell -> Optional.empty());
    assertThat(plan.study().factors())
        .containsEntry(Factor.SHARDS, List.of(Shards.ONE, Shards.ALL))
        .containsKey(Factor.WRITE_CONCERN);
    assertThat(plan.cells()).hasSize(8);
  }

  private static String after(List<?> command, String option) {
    return command.get(command.indexOf(option) + 1).toString();
  }

  private static String healthcheck(Map<String, Object> service) {
    Map<?, ?> health = (Map<?, ?>) get(service, "healthcheck");
    List<?> test = (List<?>) requireNonNull(health.get("test"));
    return String.join(" ", test.stream().map(Object::toString).toList());
  }
}
