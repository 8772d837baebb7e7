#!/usr/bin/env bash
# Installs a generator of GraphQL clients and a client, both in Python, into .cache/python-graphql-clients, where a test looks for them: needs
# Python 3.10 or newer and a package index for pip. Without it the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(ariadne-codegen==0.19.0 'gql[httpx]==4.4.0')
python3 -m venv .cache/python-graphql-clients
.cache/python-graphql-clients/bin/pip install --quiet --disable-pip-version-check "${packages[@]}"
echo "${packages[*]} are in .cache/python-graphql-clients."
