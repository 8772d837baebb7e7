#!/usr/bin/env bash
# Installs a generator of GraphQL clients and a client, both in Python, into .cache/ariadne-codegen and .cache/gql, where a test looks for them:
# needs Python 3.10 or newer and a package index for pip. Without them the test is skipped. They want different releases of graphql-core.
set -euo pipefail
cd "$(dirname "$0")/.."

install() {
  python3 -m venv ".cache/$1"
  ".cache/$1/bin/pip" install --quiet --disable-pip-version-check "$2"
  echo "$2 is in .cache/$1."
}
install ariadne-codegen ariadne-codegen==0.19.0
install gql 'gql[httpx]==4.4.0'
