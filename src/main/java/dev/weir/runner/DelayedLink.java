package dev.weir.runner;

import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.Toxiproxy;
import dev.weir.study.Plan;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of the load to a server, through a delaying proxy where a study has cells with a delay:
 * all of its cells then, so that those with and without differ by the delay alone. What controls
 * and watches the server goes there directly.
 */
final class DelayedLink implements AutoCloseable {
  private final String uri;
  private final @Nullable Toxiproxy proxy;

  private DelayedLink(String uri, @Nullable Toxiproxy proxy) {
    this.uri = uri;
    this.proxy = proxy;
  }

  /**
   * Opens the link that a plan needs.
   *
   * @throws ServerException if it needs a delay, and the server is not ours, has several members,
   *     or the proxy does not work; the message says what to do
   */
  static DelayedLink open(Plan plan, ServerUnderTest server)
      throws ServerException, InterruptedException {
    if (plan.cells().values().stream().allMatch(cell -> cell.linkMillis() == 0)) {
      return new DelayedLink(server.loadUri(), null);
    }
    if (!server.facts().source().isOurs()) {
      throw new ServerException(
          "'linkMillis' puts a delaying proxy before a server that Weir starts: run this study"
              + " without --uri");
    }
    List<Member> members = server.members();
    if (members.size() != 1) {
      throw new ServerException(
          "a delayed link leads to one member, but topology "
              + server.facts().topology()
              + " has "
              + members.size()
              + "; use rs1 or standalone");
    }
    try {
      Toxiproxy proxy = Toxiproxy.start(members.get(0).port(), 0);
      return new DelayedLink(server.trusting(proxy.uri()), proxy);
    } catch (IOException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
  }

  /** Where the load connects to. May hold a password. */
  String uri() {
    return uri;
  }

  /** Delays every answer from now on; 0 for no delay. */
  void delay(int millis) throws IOException, InterruptedException {
    if (proxy != null) {
      proxy.delay(millis);
    }
  }

  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
