#!/usr/bin/env bash
# Installs clients of Dataverse into .cache/dataverse-clients, where a test looks for them: needs Python 3.11 or newer and a package index for
# pip. Without it the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(pyDataverse==0.3.5 dvuploader==0.3.3 easyDataverse==0.4.4 pooch==1.9.0 sword2==0.3 jupyter-repo2docker==2026.4.0)
python3 -m venv .cache/dataverse-clients
.cache/dataverse-clients/bin/pip install --quiet --disable-pip-version-check "${packages[@]}"
echo "${packages[*]} are in .cache/dataverse-clients."
