#!/bin/sh
# Samples a database host (or a load host) once a second, one raw file per sampler. POSIX sh; no installation.
# Clocks: every tool runs in UTC; proc.txt carries epoch milliseconds.
set -u

usage() {
  cat <<'USAGE'
Usage: capture.sh OUTDIR [options]

Samples this host once a second until stopped, into new files in OUTDIR:
  iostat.txt       iostat -xmt    (first sample is the average since boot)
  vmstat.txt       vmstat -t      (first sample is the average since boot)
  mongostat.jsonl  mongostat --json, with --uri-env or --uri-stdin only
  proc.txt         load average, CPU time, pressure (PSI), network bytes from /proc, stamped in epoch ms; without
                   iostat or vmstat also the kernel's counters of disks, memory and tasks, for the same columns
  capture.log      what was started, was missing, died; epoch ms first

Stop it with SIGTERM or SIGINT (Ctrl-C), or see --until-eof and --seconds.

Options:
  --interval N     seconds between samples, a whole number from 1 to 60 (default 1)
  --seconds N      stop by itself after N seconds
  --until-eof      stop also when standard input ends, as it does when the starting process dies
  --uri-env NAME   run mongostat against the MongoDB URI in the environment variable NAME
  --uri-stdin      the same, with the URI as first line of standard input; empty means no mongostat
  --ssh USER@HOST  run on that host instead (batch mode: keys only) and bring the files back to OUTDIR;
                   also measures that host's clock against this one (clock.txt). Stops when standard input ends
                   with --until-eof, after --seconds, or by signal.
  --help           this text

Exit: 0 stopped as asked, 1 the capture failed, 2 bad usage.
USAGE
}

bad_usage() {
  echo "capture.sh: $1 (see --help)" >&2
  exit 2
}

# A whole number from 1 to $3, else bad usage. $1 is the option, $2 its value.
whole_number() {
  case $2 in
    '' | *[!0-9]* | 0* | ??????*) bad_usage "$1 wants a whole number from 1 to $3" ;;
  esac
  [ "$2" -le "$3" ] || bad_usage "$1 wants a whole number from 1 to $3"
}

outdir=
interval=1
seconds=0
until_eof=false
uri_env=
uri_stdin=false
ssh_host=
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --until-eof) until_eof=true ;;
    --uri-stdin) uri_stdin=true ;;
    --interval | --seconds | --uri-env | --ssh)
      [ $# -ge 2 ] || bad_usage "$1 wants a value"
      case $1 in
        --interval) whole_number "$1" "$2" 60; interval=$2 ;;
        --seconds) whole_number "$1" "$2" 99999; seconds=$2 ;;
        --uri-env) uri_env=$2 ;;
        --ssh) ssh_host=$2 ;;
      esac
      shift
      ;;
    -*) bad_usage "unknown option $1" ;;
    *)
      [ -z "$outdir" ] || bad_usage "more than one OUTDIR: $1"
      outdir=$1
      ;;
  esac
  shift
done
[ -n "$outdir" ] || bad_usage "OUTDIR is missing"
case $uri_env in
  [0-9]* | *[!A-Za-z0-9_]*) bad_usage "--uri-env wants the name of an environment variable" ;;
esac
# A leading dash would reach ssh as an option.
case $ssh_host in
  -* | *[!A-Za-z0-9@._:%-]*) bad_usage "--ssh wants USER@HOST" ;;
esac

case $outdir in
  /*) ;;
  *) outdir=./$outdir ;;
esac
mkdir -p "$outdir" || exit 1
for file in iostat.txt vmstat.txt mongostat.jsonl proc.txt capture.log; do
  [ ! -e "$outdir/$file" ] || bad_usage "$outdir/$file exists already; choose a new OUTDIR"
done

# The C locale for decimal points, ISO stamps for iostat, UTC for everything.
export LC_ALL=C TZ=UTC S_TIME_FORMAT=ISO

# Epoch milliseconds. A date without %N (not GNU, not busybox) leaves the letters standing: then whole seconds.
now_ms() {
  now=$(date +%s%3N)
  case $now in
    *[!0-9]*) now=$(date +%s)000 ;;
  esac
}

note() {
  now_ms
  printf '%s %s\n' "$now" "$1" >>"$outdir/capture.log"
  printf 'capture.sh: %s\n' "$1" >&2
}

# Standard input is kept as descriptor 3, because a job in the background loses its own.
exec 3<&0

uri=
if [ -n "$uri_env" ]; then
  uri=$(printenv "$uri_env") || bad_usage "the environment variable $uri_env is not set"
  unset "$uri_env"
elif $uri_stdin; then
  IFS= read -r uri <&3 || uri=
fi

# --- another host, over ssh ------------------------------------------------------------------------------------

on_host() {
  ssh -T -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 -- "$ssh_host" "$1"
}

# Round trips within one session; the reader takes the fastest. Each line: sent, the host's clock, received; epoch ms.
measure_clock() {
  mkfifo "$work/to" "$work/from" || return 1
  on_host 'while read -r _; do date +%s%3N; done' <"$work/to" >"$work/from" &
  clock_ssh=$!
  exec 4>"$work/to" 5<"$work/from"
  trips=0
  while [ "$trips" -lt 10 ]; do
    trips=$((trips + 1))
    now_ms
    sent=$now
    echo >&4 2>/dev/null || break
    IFS= read -r theirs <&5 || break
    now_ms
    case $theirs in
      '' | *[!0-9]*) break ;;
    esac
    printf '%s %s %s\n' "$sent" "$theirs" "$now" >>"$outdir/clock.txt"
  done
  exec 4>&- 5<&-
  wait "$clock_ssh"
  [ -s "$outdir/clock.txt" ]
}

remote() {
  command -v ssh >/dev/null 2>&1 || { echo 'capture.sh: no ssh; apt-get install openssh-client' >&2; return 1; }
  work=$(mktemp -d "${TMPDIR:-/tmp}/weir-ssh.XXXXXX") || return 1
  trap '[ -z "$eof_watcher" ] || kill "$eof_watcher" 2>/dev/null; rm -rf -- "$work"' EXIT
  eof_watcher=
  trap '' PIPE
  measure_clock || { echo "capture.sh: $ssh_host does not answer over ssh in batch mode; check keys and name" >&2; return 1; }

  # The far side reads this script, then the URI, then waits for the end of input; at the end it sends its files as tar.
  size=$(wc -c <"$0")
  size=$((size))
  options="--until-eof --uri-stdin --interval $interval"
  [ "$seconds" -eq 0 ] || options="$options --seconds $seconds"
  # shellcheck disable=SC2016 # expanded over there
  far='umask 077; d=$(mktemp -d "${TMPDIR:-/tmp}/weir-capture.XXXXXX") || exit 1
    head -c '$size' >"$d/capture.sh" && sh "$d/capture.sh" "$d/out" '$options' >&2
    status=$?
    tar -cf - -C "$d/out" . && rm -rf -- "$d"
    exit $status'
  mkfifo "$work/feed" || return 1
  on_host "$far" <"$work/feed" >"$work/files.tar" 3<&- &
  far_ssh=$!
  # This shell holds the far side's input open: closing it is the stop, and the files still arrive.
  exec 6>"$work/feed"
  trap 'exec 6>&-' TERM INT HUP
  { cat -- "$0"; printf '%s\n' "$uri"; } >&6 2>/dev/null
  if $until_eof; then
    ( while IFS= read -r _; do :; done; kill -s TERM $$ 2>/dev/null ) <&3 6>&- >/dev/null 2>&1 &
    eof_watcher=$!
  fi
  while :; do
    wait "$far_ssh"
    status=$?
    kill -0 "$far_ssh" 2>/dev/null || break
  done
  if [ "$status" -gt 128 ]; then
    wait "$far_ssh"
    status=$?
  fi
  tar -xf "$work/files.tar" -C "$outdir" || return 1
  return "$status"
}

if [ -n "$ssh_host" ]; then
  remote
  exit $?
fi

# --- this host -------------------------------------------------------------------------------------------------

config=
sleeper=
watcher=
samplers=
stopping=false

stop() {
  stopping=true
  [ -z "$sleeper" ] || kill "$sleeper" 2>/dev/null
}

clean_up() {
  trap '' TERM INT HUP
  [ -z "$config" ] || rm -f -- "$config"
  for entry in $samplers; do
    kill "${entry#*:}" 2>/dev/null
  done
  [ -z "$watcher" ] || kill "$watcher" 2>/dev/null
  [ -z "$sleeper" ] || kill "$sleeper" 2>/dev/null
  # Half a second for a clean end, then by force.
  for entry in $samplers; do
    tries=0
    while kill -0 "${entry#*:}" 2>/dev/null && [ "$tries" -lt 5 ]; do
      tries=$((tries + 1))
      sleep 0.1
    done
    kill -KILL "${entry#*:}" 2>/dev/null
  done
  wait
  for name in iostat vmstat mongostat; do
    [ -s "$outdir/$name.err" ] || rm -f -- "$outdir/$name.err"
  done
}

trap stop TERM INT HUP
trap clean_up EXIT

# Where the kernel offers it, samplers die with this shell even if that is killed by SIGKILL.
if setpriv --pdeathsig TERM true 2>/dev/null; then
  tied() { exec setpriv --pdeathsig TERM -- "$@"; }
else
  tied() { exec "$@"; }
fi

# start NAME FILE COMMAND...
start() {
  name=$1
  file=$outdir/$2
  shift 2
  tied "$@" </dev/null >"$file" 2>>"$outdir/$name.err" 3<&- &
  samplers="$samplers $name:$!"
  note "started $name"
}

# missing NAME HOW
missing() {
  note "missing $1: $2"
}

: >"$outdir/capture.log" || exit 1
host=$(uname -n)
note "host $host"

own_iostat=false
own_vmstat=false
if command -v iostat >/dev/null 2>&1; then
  start iostat iostat.txt iostat -xmt "$interval"
else
  own_iostat=true
  missing iostat 'read from the kernel instead; apt-get install sysstat (or: dnf install sysstat) for the tool'
fi
if command -v vmstat >/dev/null 2>&1; then
  # -n would print the header once only; it is kept, so that a cut file still explains itself.
  start vmstat vmstat.txt vmstat -t "$interval"
else
  own_vmstat=true
  missing vmstat 'read from the kernel instead; apt-get install procps (or: dnf install procps-ng) for the tool'
fi
if [ -n "$uri" ]; then
  if command -v mongostat >/dev/null 2>&1; then
    # By file, not by argument, which every user of the host could read. In YAML a quote in quotes is doubled.
    config=$(mktemp "${TMPDIR:-/tmp}/weir-mongostat.XXXXXX") || exit 1
    quoted=$(printf '%s\n' "$uri" | sed "s/'/''/g")
    printf "uri: '%s'\n" "$quoted" >"$config"
    unset uri quoted
    # Machine-readable: whole bytes instead of three digits.
    start mongostat mongostat.jsonl mongostat --json --humanReadable=false --config="$config" "$interval"
  else
    missing mongostat 'made of serverStatus instead; for the tool: MongoDB Database Tools, https://www.mongodb.com/docs/database-tools/installation/'
  fi
fi
[ -r /proc/loadavg ] || missing /proc 'this host has no /proc file system; proc.txt stays empty'
[ -r /proc/pressure/cpu ] || missing PSI 'a kernel from 4.20 on, started with psi=1'

if $until_eof; then
  ( while IFS= read -r _; do :; done; kill -s TERM $$ 2>/dev/null ) <&3 >/dev/null 2>&1 &
  watcher=$!
fi
exec 3<&-

# Whole disks that were ever used, as iostat shows them.
sample_disks() {
  while read -r major minor disk reads rest; do
    [ -d "/sys/block/$disk" ] || continue
    case "$reads $rest" in
      *[1-9]*) printf '%s disk %s %s %s %s %s\n' "$stamp" "$major" "$minor" "$disk" "$reads" "$rest" ;;
    esac
  done 2>/dev/null </proc/diskstats
}

# What vmstat tells, without CPU time, which stands in the line "stat".
sample_tasks_and_memory() {
  while read -r name value _; do
    case $name in
      ctxt | intr | procs_running | procs_blocked | MemFree: | Buffers: | Cached: | SReclaimable: | SwapTotal: | \
        SwapFree: | pgpgin | pgpgout | pswpin | pswpout) printf '%s vm %s %s\n' "$stamp" "$name" "$value" ;;
    esac
  done <<SOURCES
$(cat /proc/stat /proc/meminfo /proc/vmstat 2>/dev/null)
SOURCES
}

# One line of /proc per line: epoch ms, topic, the kernel's own words.
sample_proc() {
  now_ms
  stamp=$now
  if read -r words 2>/dev/null </proc/loadavg; then printf '%s loadavg %s\n' "$stamp" "$words"; fi
  if read -r words 2>/dev/null </proc/stat; then printf '%s stat %s\n' "$stamp" "$words"; fi
  for topic in cpu io memory; do
    [ -r "/proc/pressure/$topic" ] || continue
    while read -r words; do
      printf '%s psi %s %s\n' "$stamp" "$topic" "$words"
    done 2>/dev/null <"/proc/pressure/$topic"
  done
  if $own_iostat; then sample_disks; fi
  if $own_vmstat; then sample_tasks_and_memory; fi
  [ -r /proc/net/dev ] || return 0
  while read -r words; do
    case $words in
      *:*) printf '%s net %s\n' "$stamp" "$words" ;;
    esac
  done </proc/net/dev
}

check_samplers() {
  alive=
  for entry in $samplers; do
    if kill -0 "${entry#*:}" 2>/dev/null; then
      alive="$alive $entry"
    else
      wait "${entry#*:}"
      status=$?
      reason=
      [ ! -s "$outdir/${entry%%:*}.err" ] || IFS= read -r reason <"$outdir/${entry%%:*}.err"
      note "died ${entry%%:*}: exit status $status ${reason}"
    fi
  done
  samplers=$alive
  # mongostat has read it once the first line is out.
  if [ -n "$config" ] && [ -s "$outdir/mongostat.jsonl" ]; then
    rm -f -- "$config"
    config=
  fi
}

now_ms
# The load average means something only against the number of cores.
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null) && printf '%s cores %s\n' "$now" "$cores" >>"$outdir/proc.txt"
end=$((now + seconds * 1000))
while :; do
  sample_proc >>"$outdir/proc.txt" || { note 'failed: proc.txt cannot be written'; exit 1; }
  check_samplers
  now_ms
  if [ "$seconds" -gt 0 ] && [ "$now" -ge "$end" ]; then break; fi
  $stopping && break
  # To the next whole interval of the clock, so that it never drifts.
  pause=$((interval * 1000 - now % (interval * 1000)))
  sleep "$((pause / 1000)).$(printf '%03d' $((pause % 1000)))" &
  sleeper=$!
  wait "$sleeper"
  sleeper=
done
note 'stopped'
