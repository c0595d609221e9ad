package dev.weir.runner;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** An agent that fills the heap of the JVM it is loaded into, to the last byte. */
public final class HeapFiller {
  private static final int CHUNK = 1 << 20;

  private HeapFiller() {}

  /** Called by the JVM that it was loaded into. */
  public static void agentmain(String arguments) {
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[CHUNK]);
    }
  }

  /** Makes that JVM run out of memory. */
  static void fill(long pid) throws IOException {
    Path jar = jar();
    try {
      VirtualMachine.attach(Long.toString(pid)).loadAgent(jar.toString());
    } catch (AttachNotSupportedException | AgentInitializationException e) {
      throw new IOException(e);
    } catch (IOException | AgentLoadException e) {
      // It ended before it could answer: what was wanted.
    } finally {
      Files.delete(jar);
    }
  }

  private static Path jar() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Agent-Class", HeapFiller.class.getName());
    String name = HeapFiller.class.getName().replace('.', '/') + ".class";
    Path jar = Files.createTempFile("heap-filler", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream in =
            Objects.requireNonNull(HeapFiller.class.getClassLoader().getResourceAsStream(name))) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    return jar;
  }
}
