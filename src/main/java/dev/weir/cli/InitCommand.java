package dev.weir.cli;

import dev.weir.server.CollectionSample;
import dev.weir.server.ServerException;
import dev.weir.study.FileProblem;
import dev.weir.study.SampleKinds;
import dev.weir.study.SampleStudy;
import dev.weir.study.ShippedStudies;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import dev.weir.study.sample.MadeUp;
import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleBuilder;
import dev.weir.study.sample.SampleException;
import dev.weir.study.sample.SampleFile;
import dev.weir.workload.sample.SampleDocuments;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir init}: writes a study of the user's own documents. */
@Command(
    name = "init",
    description =
        "Write a study of your documents, ready to run: from a sample file, or with "
            + "made-up documents that look like those of a collection.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  private static final int SAMPLE = 1_000;
  private static final int MOST = 10_000;
  private static final long SEED = 1;

  private static final JsonWriterSettings CANONICAL =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--sample",
      paramLabel = "FILE|N",
      description =
          "A file with a document in extended JSON, an array of documents, or one on each "
              + "line. With --from-collection: how many documents to read, default 1000.")
  private @Nullable String sample;

  @Option(
      names = "--from-collection",
      paramLabel = "URI/DB.COLL",
      description =
          "Read a sample of this collection; nothing is written to it. The study gets "
              + "made-up documents of the same types and lengths. DB.COLL alone uses the URI in "
              + "WEIR_URI, which does not show in the process list.")
  private @Nullable String collection;

  @Option(
      names = "--out",
      paramLabel = "STUDY.yaml",
      description = "Where to write the study. Default: the sample's name, in this folder.")
  private @Nullable Path out;

  @Option(names = "--force", description = "Overwrite existing files.")
  private boolean force;

  @Override
  public Integer call() throws BadInput {
    try {
      if (collection != null) {
        fromCollection(collection);
      } else if (sample != null) {
        fromFile(Path.of(sample));
      } else {
        write(target("study"), StudyReader.shippedText("quick"));
        spec.commandLine()
            .getOut()
            .println("this is the study 'quick'; --sample FILE makes one of your own documents");
      }
    } catch (ServerException | StudyException e) {
      throw new BadInput(e);
    }
    spec.commandLine().getOut().flush();
    return 0;
  }

  private void fromFile(Path file) throws BadInput {
    if (!Files.isRegularFile(file)) {
      throw new BadInput("there is no file " + file + "; --sample takes a file in extended JSON");
    }
    Sample model;
    int number;
    try {
      if (Files.size(file) > SampleFile.MOST_BYTES) {
        throw new BadInput(file + ": larger than 64 MB; some hundred documents are enough");
      }
      var documents = SampleFile.read(Files.readAllBytes(file));
      number = documents.size();
      model = SampleBuilder.of(documents);
    } catch (SampleException e) {
      throw new BadInput(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new BadInput("can't read " + file + ": " + FileProblem.of(e));
    }
    String name = SampleKinds.name(file.toString());
    Path study = target(name);
    String from = number == 1 ? "The document in " + file.getFileName() : number + " documents";
    write(study, SampleStudy.yaml(study.toString(), name, model, relative(study, file), from));
  }

  private void fromCollection(String wanted) throws BadInput, ServerException {
    CollectionSample drawn = CollectionSample.read(uri(wanted), number());
    String namespace = namespace(wanted);
    String name = SampleKinds.name(namespace.substring(namespace.lastIndexOf('.') + 1));
    Path study = target(name);
    Path file = study.resolveSibling(name + ".ndjson");
    refuseExisting(file);
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        Locale.ROOT,
        "read %,d documents, %,d bytes, in %d batches and %.2f s%n",
        drawn.documents().size(),
        drawn.bytes(),
        drawn.batches(),
        drawn.took().toMillis() / 1e3);
    Sample model;
    try {
      model = SampleBuilder.of(MadeUp.names(drawn.documents()));
    } catch (SampleException e) {
      throw new BadInput(namespace + ": " + e.getMessage());
    }
    StringBuilder lines = new StringBuilder();
    SampleDocuments made = SampleDocuments.first(model, SEED);
    for (int key = 0; key < drawn.documents().size(); key++) {
      lines.append(made.document(key).toJson(CANONICAL)).append('\n');
    }
    write(file, lines.toString());
    console.println(
        "its values are made up: types, lengths and ranges are those of the collection, field names"
            + " too unless they look like ids");
    String from = drawn.documents().size() + " documents, made up after " + namespace;
    write(study, SampleStudy.yaml(study.toString(), name, model, relative(study, file), from));
  }

  /** The namespace alone: no credentials, and no options, whose values may be secrets. */
  static String namespace(String uri) {
    String withoutOptions = uri.split("\\?", 2)[0];
    return withoutOptions.substring(withoutOptions.lastIndexOf('/') + 1);
  }

  private static String uri(String wanted) throws BadInput {
    if (wanted.contains("://")) {
      return wanted;
    }
    String base = System.getenv("WEIR_URI");
    if (base == null || base.isBlank()) {
      throw new BadInput(
          "--from-collection "
              + wanted
              + ": name the server, mongodb://host/"
              + wanted
              + ", or put its URI into WEIR_URI");
    }
    int hosts = base.indexOf("://") + 3;
    int options = base.indexOf('?');
    int path = base.indexOf('/', Math.max(hosts, base.lastIndexOf('@')));
    int end = path >= 0 ? path : options >= 0 ? options : base.length();
    return base.substring(0, end) + "/" + wanted + (options >= 0 ? base.substring(options) : "");
  }

  private int number() throws BadInput {
    if (sample == null) {
      return SAMPLE;
    }
    if (sample.matches("[1-9]\\d{0,4}") && Integer.parseInt(sample) <= MOST) {
      return Integer.parseInt(sample);
    }
    throw new BadInput(
        "--sample "
            + sample
            + ": with --from-collection it is a number of documents from 1 to "
            + MOST);
  }

  private Path target(String name) throws BadInput {
    Path study = out == null ? Path.of(name.replace('_', '-') + ".yaml") : out;
    if (out == null && ShippedStudies.NAMES.contains(name.replace('_', '-'))) {
      study = Path.of("my-" + name.replace('_', '-') + ".yaml");
    }
    refuseExisting(study);
    return study;
  }

  private void refuseExisting(Path file) throws BadInput {
    if (Files.exists(file) && !force) {
      throw new BadInput(file + " is there already; --force writes over it, --out names another");
    }
  }

  private static String relative(Path study, Path file) {
    Path folder = study.toAbsolutePath().normalize().getParent();
    Path absolute = file.toAbsolutePath().normalize();
    return (folder == null ? absolute : folder.relativize(absolute)).toString().replace('\\', '/');
  }

  private void write(Path file, String text) throws BadInput {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadInput(
          "can't write " + file + ": " + FileProblem.of(e) + "; name another with --out");
    }
    spec.commandLine().getOut().println("wrote " + file);
  }
}
