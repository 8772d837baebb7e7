#!/usr/bin/env bash
# Makes a client with openapi-python-client from the OpenAPI document of a running server, and does a depositor's main job with it:
#   tools/check-python-client.sh http://127.0.0.1:8080 <API token of a superuser>
# Needs Python 3.11 or newer and a package index for pip; that is why it is no part of npm test. Everything is made in a folder that is
# removed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.29.1
if [ $# -ne 2 ]; then
  echo "Usage: tools/check-python-client.sh <address of the server> <API token of a superuser>" >&2
  exit 2
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "openapi-python-client==$version"
curl --fail --silent --show-error --header 'Accept: application/json' --output "$work/openapi.json" "$1/openapi"
# It warns of what it leaves out: bodies of plain text and archives, which it does not know.
PATH="$work/venv/bin:$PATH" openapi-python-client generate --path "$work/openapi.json" --output-path "$work/client" >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; exit 1; }
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$work/client"
"$work/venv/bin/python" test/clients/main-job.py "$1" "$2" data/examples/minimal.json
