package dev.weir.runner.versus;

import dev.weir.load.process.ClientPrefix;
import dev.weir.load.process.ClientSource;
import dev.weir.load.process.JvmSettings;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.process.LoadJvm;
import dev.weir.runner.LoadMain;
import java.io.IOException;
import java.nio.file.Path;

/** Load processes of a side that has JVMs of its own: with other options or another driver. */
public final class SideClients implements ClientSource {
  private final JvmSettings jvm;

  private SideClients(JvmSettings jvm) {
    this.jvm = jvm;
  }

  /**
   * Starts one such process and ends it, which takes a second.
   *
   * @throws LoadFailure if it does not start; the reason is what it said
   */
  public static SideClients tried(JvmSettings jvm)
      throws IOException, LoadFailure, InterruptedException {
    return new SideClients(LoadJvm.tried(LoadMain.class, jvm));
  }

  @Override
  public JvmSettings jvm() {
    return jvm;
  }

  @Override
  public LoadClients start(Path log, int clients) throws IOException {
    return LoadClients.start(LoadMain.class, log, clients, ClientPrefix.NONE, jvm);
  }
}
