// Collects in build/ all that the server needs to run: what the bundle reads beside itself, and the manifest for `npm ci --omit=dev`.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assembleClient } from './client-package.ts';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const target = join(root, 'build');
const SHIPPED = ['package.json', 'package-lock.json', 'LICENSE', 'dist', 'schema', 'data', 'src/db/migrations', 'deploy/ready.mjs'];
const assets = readdirSync(join(root, 'src'), { recursive: true })
  .filter((path) => basename(path) === 'assets')
  .map((path) => join('src', path));

rmSync(target, { recursive: true, force: true });
for (const path of [...SHIPPED, ...assets]) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(root, path), join(target, path), { recursive: true });
}

const { flags, env } = JSON.parse(readFileSync(join(root, 'tools', 'server-memory.json'), 'utf8'));
// The compiled bundle is kept beside the packages, as tools/launch.mjs does; where that cannot be written, it is compiled at each start.
const variables = { ...env, NODE_COMPILE_CACHE: '$here/node_modules/.cache/compiled' };
const settings = Object.entries(variables).map(([name, value]) => `: "\${${name}:=${value}}"; export ${name}`);
writeFileSync(
  join(target, 'archivolt'),
  `#!/bin/sh
# Starts the server, with its limits of memory. With a word behind it, the command line: "archivolt help" names the commands.
here=$(dirname "$0")
case "$1" in
  ''|demo) ;;
  *) exec node "$here/dist/archivolt.js" "$@" ;;
esac
${settings.join('\n')}
exec node ${flags.join(' ')} "$here/dist/main.js" "$@"
`,
);
chmodSync(join(target, 'archivolt'), 0o755);

// The command line alone, for machines without a server: one file without dependencies.
const client = join(target, 'cli');
mkdirSync(client);
const {
  exports: _source,
  private: _private,
  ...manifest
} = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'));
writeFileSync(join(client, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const [from, to] of [
  ['dist/archivolt.js', 'archivolt.js'],
  ['LICENSE', 'LICENSE'],
  ['packages/cli/README.md', 'README.md'],
]) {
  cpSync(join(root, from), join(client, to));
}
await assembleClient(join(target, 'client'));
console.log(
  'Assembled build/: copy it, run "npm ci --omit=dev" there, start it by ./archivolt. build/cli is the command line as a package, build/client the client for programs.',
);
