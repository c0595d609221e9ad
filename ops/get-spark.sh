#!/usr/bin/env bash
# Installs Apache Spark (the pip package, with spark-submit, master and workers) for the tests of the fleet on it.
# It takes some 450 MB. `mvn verify -Pfleet` finds it by itself; else: export SPARK_HOME=$(ops/get-spark.sh --where)
set -euo pipefail

VERSION=4.2.0
HOME_DIR="${XDG_CACHE_HOME:-$HOME/.cache}/weir/spark-$VERSION"
SPARK="$HOME_DIR/pyspark"

if [ "${1:-}" = "--where" ]; then
  echo "$SPARK"
  exit 0
fi
if [ -x "$SPARK/bin/spark-submit" ]; then
  echo "Spark $VERSION is in $SPARK"
  exit 0
fi
command -v pip >/dev/null || {
  echo "get-spark: needs pip; or unpack https://spark.apache.org/downloads.html and set SPARK_HOME" >&2
  exit 1
}
mkdir -p "$HOME_DIR"
pip install --quiet --target "$HOME_DIR" "pyspark==$VERSION"
[ -x "$SPARK/bin/spark-submit" ] || {
  echo "get-spark: no spark-submit in $SPARK" >&2
  exit 1
}
echo "Spark $VERSION is in $SPARK"
