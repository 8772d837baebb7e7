#!/usr/bin/env bash
# Builds the S3 server that the tests of storage run against, once, into .cache. Needs Go and its module proxy; says why it could not.
# The tests look for it at the same place (test/support/s3-server.ts).
set -uo pipefail
cd "$(dirname "$0")/.."

version=1.8.0
target=".cache/versitygw-$version"
[ -x "$target/versitygw" ] && exit 0

go="$(command -v go || true)"
[ -n "$go" ] || { [ -x /usr/local/go/bin/go ] && go=/usr/local/go/bin/go; }
if [ -z "$go" ]; then
  echo "There is no Go here, so no S3 server is built."
  exit 1
fi

# Everything that the build makes goes with it; nothing is written to the home of the user.
work="$PWD/.cache/go-build.$$"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work" "$target"
export GOPATH="$work/path" GOCACHE="$work/cache" GOBIN="$work/bin" GOENV=off GOFLAGS=-modcacherw CGO_ENABLED=0
if ! timeout "${S3_SERVER_BUILD_SECONDS:-600}" "$go" install -ldflags='-s -w' "github.com/versity/versitygw/cmd/versitygw@v$version" >"$work/log" 2>&1; then
  echo "The S3 server versitygw $version could not be built:"
  tail -n 5 "$work/log"
  exit 1
fi
# By a rename, so that two builds at once cannot leave half a file.
mv "$work/bin/versitygw" "$target/versitygw"
