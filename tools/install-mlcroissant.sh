#!/usr/bin/env bash
# Installs mlcroissant, the library of the Croissant community, into .cache/mlcroissant, where a test looks for it: needs Python 3.11 or newer
# and a package index for pip. Without it the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.1.1
python3 -m venv .cache/mlcroissant
.cache/mlcroissant/bin/pip install --quiet --disable-pip-version-check "mlcroissant==$version"
echo "mlcroissant $version is in .cache/mlcroissant."
