package dev.weir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Holds the table of rooms in the design: who may import whom. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final Map<String, List<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("study", List.of()),
          Map.entry("workload", List.of("study")),
          Map.entry("record", List.of("study")),
          Map.entry("server", List.of("study", "record")),
          Map.entry("dataset", List.of("server", "workload", "study")),
          Map.entry("driver", List.of("workload", "study")),
          Map.entry("load", List.of("driver", "workload", "study", "record")),
          Map.entry("capture", List.of("record")),
          Map.entry("analysis", List.of("record", "study")),
          Map.entry("capacity", List.of("analysis", "record", "study")),
          Map.entry("report", List.of("analysis", "capacity", "record")),
          Map.entry("ycsb", List.of("driver", "workload", "study")),
          Map.entry("fleet", List.of("load", "record", "runner")),
          Map.entry(
              "runner",
              List.of(
                  "study",
                  "workload",
                  "driver",
                  "load",
                  "server",
                  "dataset",
                  "capture",
                  "record",
                  "analysis",
                  "capacity")),
          Map.entry(
              "benchmarks",
              List.of(
                  "load",
                  "driver",
                  "workload",
                  "study",
                  "record",
                  "server",
                  "dataset",
                  "capture",
                  "analysis",
                  "capacity",
                  "runner")));

  @ArchTest static final ArchRule roomsImportOnlyWhatTheTableAllows = rooms();

  @ArchTest
  static final ArchRule everyClassHasARoom =
      noClasses()
          .should()
          .resideOutsideOfPackages(
              Stream.concat(MAY_IMPORT.keySet().stream(), Stream.of("cli"))
                  .map(ArchitectureTest::packages)
                  .toArray(String[]::new));

  @ArchTest
  static final ArchRule roomsHaveNoCycles =
      slices().matching("dev.weir.(*)..").should().beFreeOfCycles();

  /** The walls inside rooms: what a part of a room may not know. */
  @ArchTest
  static final ArchRule lanesKnowNoTrials =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.load.engine")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.weir.load.trial", "dev.weir.load.process");

  @ArchTest
  static final ArchRule trialsKnowNoProcesses =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.load.trial")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.weir.load.process");

  @ArchTest
  static final ArchRule statisticsKnowNoVerdicts =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.analysis.stats")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.weir.analysis.bottleneck",
              "dev.weir.analysis.claims",
              "dev.weir.analysis.compare");

  @ArchTest
  static final ArchRule samplesKnowNoStudies =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.study.sample")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.weir.study");

  @ArchTest
  static final ArchRule analysesHaveNoCycles =
      slices().matching("dev.weir.analysis.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule loadsHaveNoCycles =
      slices().matching("dev.weir.load.(*)..").should().beFreeOfCycles();

  /** What is measured inside a run is known by the command that asks for it, not by the run. */
  @ArchTest
  static final ArchRule runsKnowNotWhatIsMeasured =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.runner")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.weir.runner.load",
              "dev.weir.runner.ycsb",
              "dev.weir.runner.versus",
              "dev.weir.runner.plan",
              "dev.weir.runner.jmh");

  @ArchTest
  static final ArchRule picturesKnowNoReport =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.report.html.picture")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.weir.report.html");

  @ArchTest
  static final ArchRule plansKnowNoOplog =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.capacity")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.weir.capacity.oplog");

  @ArchTest
  static final ArchRule startedMembersKnowNoSources =
      noClasses()
          .that()
          .resideInAPackage("dev.weir.server.mongod")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.weir.server.download");

  /** Elsewhere standard output may be a stream of events or the result that a user pipes on. */
  @ArchTest
  static final ArchRule onlyTheCommandLineAndProcessMainsPrint =
      noClasses()
          .that()
          .resideOutsideOfPackage(packages("cli"))
          .and()
          .resideOutsideOfPackage(packages("benchmarks"))
          .and()
          .doNotHaveFullyQualifiedName("dev.weir.load.process.LoadProcess")
          .and()
          .doNotHaveFullyQualifiedName("dev.weir.server.nullserver.NullServerCommand")
          .should()
          .accessField(System.class, "out");

  @ArchTest
  static final ArchRule onlyOnePlaceKnowsSpark =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.weir.fleet.spark")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "scala..");

  @ArchTest
  static final ArchRule timeIsJavaTime =
      noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.util.Date");

  /** Waiting for what can only be polled: a container, an election, a lock of another process. */
  @ArchTest
  static final ArchRule fewSleep =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.weir.server.Patience")
          .and()
          .doNotHaveFullyQualifiedName("dev.weir.server.mongod.ReplicaSetSetup")
          .and()
          .doNotHaveFullyQualifiedName("dev.weir.server.Recovery")
          .and()
          .doNotHaveFullyQualifiedName("dev.weir.server.download.MongodCache")
          .and()
          .doNotHaveFullyQualifiedName("dev.weir.capture.ClockTicker")
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethod(Thread.class, "sleep", long.class, int.class);

  private static LayeredArchitecture rooms() {
    LayeredArchitecture rooms =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("cli")
            .definedBy(packages("cli"));
    for (String room : MAY_IMPORT.keySet()) {
      rooms = rooms.layer(room).definedBy(packages(room));
    }
    for (Map.Entry<String, List<String>> room : MAY_IMPORT.entrySet()) {
      rooms =
          room.getValue().isEmpty()
              ? rooms.whereLayer(room.getKey()).mayNotAccessAnyLayer()
              : rooms
                  .whereLayer(room.getKey())
                  .mayOnlyAccessLayers(room.getValue().toArray(String[]::new));
    }
    return rooms;
  }

  private static String packages(String room) {
    return "dev.weir." + room + "..";
  }
}
