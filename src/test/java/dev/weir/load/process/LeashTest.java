package dev.weir.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LeashTest {
  private final CountDownLatch slack = new CountDownLatch(1);
  private final Leash leash = new Leash(slack::countDown);

  @Test
  void whoLetsGoIsNotWaitedFor() throws Exception {
    leash.hold(1);
    assertThat(slack.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void nobodyHasToHoldItBeforeTheFirstHold() throws Exception {
    leash.pull();
    assertThat(slack.await(50, TimeUnit.MILLISECONDS)).isFalse();
  }

  @Test
  void oneThatIsReleasedDoesNothingMore() throws Exception {
    leash.hold(400);
    leash.release();
    assertThat(slack.await(800, TimeUnit.MILLISECONDS)).isFalse();
  }
}
