#!/bin/sh
# Builds toxiproxy, the TCP proxy that adds latency in the bottleneck suite, into a cache folder.
# Usage: ops/get-toxiproxy.sh [DIR]; prints the path of the binary. Needs the Go toolchain.
# The version is pinned; Go's checksum database verifies what it downloads.
set -eu

version=v2.5.0
cache=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/weir/toxiproxy-$version}
binary=$cache/toxiproxy-server

if [ -x "$binary" ]; then
  echo "$binary"
  exit 0
fi
command -v go >/dev/null || {
  echo "get-toxiproxy: no go on the PATH; install the Go toolchain (https://go.dev/dl/)" >&2
  exit 2
}
mkdir -p "$cache"
building=$(mktemp -d "$cache/building.XXXXXX")
trap 'rm -rf "$building"' EXIT
GOBIN=$building go install "github.com/Shopify/toxiproxy/v2/cmd/server@$version" >&2
mv "$building/server" "$binary"
echo "$binary"
