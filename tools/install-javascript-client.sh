#!/usr/bin/env bash
# Installs Dataverse's client for JavaScript into .cache/javascript-client, where a test looks for it: needs a package index for npm. Without
# it the test is skipped. The client uses p-limit and does not name it among its dependencies.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(@iqss/dataverse-client-javascript@2.2.0 p-limit@3.1.0)
mkdir -p .cache/javascript-client
echo '{"private": true}' >.cache/javascript-client/package.json
npm install --prefix .cache/javascript-client --ignore-scripts --no-audit --no-fund --loglevel=error "${packages[@]}"
echo "${packages[*]} are in .cache/javascript-client."
