#!/usr/bin/env bash
# Builds the program that reads deploy/kubernetes.yaml as strictly as a cluster would, once, into .cache. Needs Go and its module proxy; says
# why it could not.
set -uo pipefail
cd "$(dirname "$0")/.."

target=".cache/check-kubernetes"
[ -x "$target/check-kubernetes" ] && exit 0

go="$(command -v go || true)"
[ -n "$go" ] || { [ -x /usr/local/go/bin/go ] && go=/usr/local/go/bin/go; }
if [ -z "$go" ]; then
  echo "There is no Go here, so the example for Kubernetes is not checked."
  exit 1
fi

# Everything that the build makes goes with it; nothing is written to the home of the user.
work="$PWD/.cache/go-build-kubernetes.$$"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work" "$target"
export GOPATH="$work/path" GOCACHE="$work/cache" GOENV=off GOFLAGS=-modcacherw CGO_ENABLED=0
if ! (cd tools/check-kubernetes && timeout "${KUBERNETES_CHECK_BUILD_SECONDS:-600}" "$go" build -ldflags='-s -w' -o "$work/check-kubernetes" .) >"$work/log" 2>&1; then
  echo "The check of the example for Kubernetes could not be built:"
  tail -n 5 "$work/log"
  exit 1
fi
# By a rename, so that two builds at once cannot leave half a file.
mv "$work/check-kubernetes" "$target/check-kubernetes"
