#!/usr/bin/env bash
# Installs openapi-python-client into .cache/openapi-python-client, where a test looks for it: needs Python 3.11 or newer and a package index
# for pip. Without it the test is skipped. What it makes runs on the packages that it needs itself.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.29.1
python3 -m venv .cache/openapi-python-client
.cache/openapi-python-client/bin/pip install --quiet --disable-pip-version-check "openapi-python-client==$version"
echo "openapi-python-client==$version is in .cache/openapi-python-client."
