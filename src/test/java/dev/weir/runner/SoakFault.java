package dev.weir.runner;

import dev.weir.server.Member;
import dev.weir.server.ServerException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What may go wrong while the economy is played; each is over when {@link #strike} returns. */
enum SoakFault {
  MEMBER_KILLED {
    @Override
    String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random)
        throws IOException, InterruptedException, ServerException {
      int victim = anyone(set, random);
      Fault.signal("KILL", pid(set, victim));
      for (int i = 0; set.members().get(victim).pid() != null && i < 100; i++) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      TimeUnit.MILLISECONDS.sleep(random.nextInt(8_000));
      set.restart(victim);
      return "member " + victim;
    }
  },
  MEMBER_PAUSED {
    @Override
    String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random)
        throws IOException, InterruptedException {
      int victim = anyone(set, random);
      int seconds = 2 + random.nextInt(5);
      Fault.paused(pid(set, victim), seconds);
      return "member " + victim + " for " + seconds + " s";
    }
  },
  STEPPED_DOWN {
    @Override
    String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random) {
      int primary = set.index(Member.Role.PRIMARY);
      try {
        Fault.stepDown(
            "mongodb://" + set.members().get(primary).address() + "/?directConnection=true");
        return "member " + primary;
      } catch (IllegalStateException e) {
        return "member " + primary + " refused"; // no secondary had caught up
      }
    }
  },
  LINK_CUT {
    @Override
    String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random)
        throws IOException, InterruptedException {
      int victim = anyone(set, random);
      set.link(victim).enabled(false);
      int seconds = 1 + random.nextInt(5);
      TimeUnit.SECONDS.sleep(seconds);
      set.link(victim).enabled(true);
      return "member " + victim + " for " + seconds + " s";
    }
  },
  LINK_RESET {
    @Override
    String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random)
        throws IOException, InterruptedException {
      int victim = anyone(set, random);
      set.link(victim).add("reset_peer", Map.of("timeout", 0));
      TimeUnit.SECONDS.sleep(1);
      set.link(victim).remove("reset_peer");
      return "member " + victim;
    }
  },
  SAMPLER_KILLED {
    @Override
    String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random) {
      List<ProcessHandle> samplers =
          weir.descendants()
              .filter(p -> p.info().command().orElse("").matches(".*/(vmstat|iostat)"))
              .toList();
      if (samplers.isEmpty()) {
        return NOTHING;
      }
      ProcessHandle victim = samplers.get(random.nextInt(samplers.size()));
      String name = victim.info().command().orElse("");
      victim.destroyForcibly();
      return name.substring(name.lastIndexOf('/') + 1);
    }
  };

  /** What a fault says of itself that found nothing to break any more. */
  static final String NOTHING = "nothing left";

  /** Breaks something and mends it; returns what it was. */
  abstract String strike(ProxiedReplicaSet set, ProcessHandle weir, Random random)
      throws IOException, InterruptedException, ServerException;

  /** The primary half of the time, else any member. */
  private static int anyone(ProxiedReplicaSet set, Random random) {
    int any = random.nextInt(3);
    return random.nextBoolean() ? set.index(Member.Role.PRIMARY) : any;
  }

  private static long pid(ProxiedReplicaSet set, int member) {
    Long pid = set.members().get(member).pid();
    if (pid == null) {
      throw new IllegalStateException("member " + member + " does not run");
    }
    return pid;
  }
}
