package dev.weir.capture.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The disk under the data folder. Advice is that of MongoDB's production notes. */
final class StorageChecks {
  private static final long BYTES_ADVISED = 10_000_000_000L;

  private static final Advice FILE_SYSTEM =
      new Advice(
          "file system",
          "xfs",
          "with WiredTiger, ext4 shows longer stalls at checkpoints",
          "mkfs.xfs on a volume of its own for the data folder");
  private static final Advice ATIME =
      new Advice(
          "atime",
          "noatime (relatime is nearly as good)",
          "otherwise every read of a data file writes its time of access",
          "mount -o remount,noatime, and the same in /etc/fstab");
  private static final Advice SCHEDULER =
      new Advice(
          "I/O scheduler",
          "none in virtual machines and on NVMe, else mq-deadline",
          "fair-queueing schedulers delay the journal's writes",
          "echo none > /sys/block/DEVICE/queue/scheduler");
  private static final Advice READ_AHEAD =
      new Advice(
          "read-ahead",
          "8 to 32 sectors of 512 B (4 to 16 KiB), up to 128 KiB on xfs",
          "random reads of documents fetch what nobody asked for and push the cache out",
          "blockdev --setra 32 /dev/DEVICE");
  private static final Advice FREE =
      new Advice(
          "free disk",
          "10 GB or more",
          "data, oplog and journal of a long study grow, and a full disk ends mongod",
          "free some, or give another data folder");

  private final Host host;
  private final Path data;

  StorageChecks(Host host, Path data) {
    this.host = host;
    this.data = data.toAbsolutePath().normalize();
  }

  List<Check> run() {
    List<Check> checks = new ArrayList<>();
    Optional<Mount> mount = host.read("/proc/self/mountinfo").flatMap(text -> Mount.of(data, text));
    if (mount.isEmpty()) {
      for (Advice advice : List.of(FILE_SYSTEM, ATIME, SCHEDULER, READ_AHEAD)) {
        checks.add(advice.unknown("no mount found for " + data));
      }
    } else {
      checks.add(
          FILE_SYSTEM.check(
              mount.get().type().equals("xfs"), mount.get().type() + " at " + mount.get().point()));
      checks.add(atime(mount.get()));
      checks.add(scheduler(mount.get()));
      checks.add(readAhead(mount.get()));
    }
    checks.add(free());
    return checks;
  }

  private static Check atime(Mount mount) {
    for (String good : List.of("noatime", "relatime")) {
      if (mount.options().contains(good)) {
        return ATIME.check(true, good);
      }
    }
    return ATIME.check(false, "strictatime");
  }

  private Check scheduler(Mount mount) {
    Optional<String> words = queue(mount, "scheduler");
    String chosen = KernelChecks.chosen(words.orElse(null));
    // A device with no choice prints the bare word.
    String found = chosen != null ? chosen : words.orElse(null);
    return found == null
        ? SCHEDULER.unknown("no block device behind " + mount.type())
        : SCHEDULER.check(
            List.of("none", "noop", "mq-deadline", "deadline", "kyber").contains(found), found);
  }

  private Check readAhead(Mount mount) {
    Optional<String> kib = queue(mount, "read_ahead_kb").filter(text -> text.matches("\\d{1,9}"));
    return kib.map(text -> READ_AHEAD.check(Integer.parseInt(text) <= 128, text + " KiB"))
        .orElseGet(() -> READ_AHEAD.unknown("no block device behind " + mount.type()));
  }

  /** A setting of the device's queue; a partition has its disk's. */
  private Optional<String> queue(Mount mount, String setting) {
    try {
      Path device = host.at("/sys/dev/block/" + mount.device()).toRealPath();
      Optional<String> own = Host.read(device.resolve("queue").resolve(setting));
      return own.isPresent() ? own : Host.read(device.resolve("../queue").resolve(setting));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Check free() {
    try {
      long bytes = Files.getFileStore(data).getUsableSpace();
      return FREE.check(bytes >= BYTES_ADVISED, "%.1f GB in %s".formatted(bytes / 1e9, data));
    } catch (IOException e) {
      return FREE.unknown(data + " cannot be read");
    }
  }
}
