#!/usr/bin/env bash
# Installs the tools that read GraphQL schemas and the clients that keep answers into .cache/graphql-tools, where a test looks for them: needs a
# package index for npm. Without it the test is skipped. They are no development packages, since they are twice what all others are.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  graphql@16.15.0
  typescript@5.9.3
  relay-compiler@21.0.1
  relay-runtime@21.0.1
  gql.tada@1.11.3
  @graphql-codegen/core@6.2.1
  @graphql-codegen/client-preset@6.2.0
  @urql/core@6.0.3
  @urql/exchange-graphcache@9.0.2
  @urql/introspection@1.2.1
  @apollo/client@4.3.8
  rxjs@7.8.2
  eslint@9.39.2
  @graphql-eslint/eslint-plugin@4.4.1
)
mkdir -p .cache/graphql-tools
echo '{"private": true, "type": "module"}' >.cache/graphql-tools/package.json
npm install --prefix .cache/graphql-tools --ignore-scripts --no-audit --no-fund --loglevel=error "${packages[@]}"
echo "${packages[*]} are in .cache/graphql-tools."
