// Collects in build/ all that the server needs to run: what the bundle reads beside itself, and the manifest for `npm ci --omit=dev`.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const target = join(root, 'build');
const SHIPPED = ['package.json', 'package-lock.json', 'LICENSE', 'dist', 'schema', 'data', 'src/db/migrations'];
const assets = readdirSync(join(root, 'src'), { recursive: true })
  .filter((path) => basename(path) === 'assets')
  .map((path) => join('src', path));

rmSync(target, { recursive: true, force: true });
for (const path of [...SHIPPED, ...assets]) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(root, path), join(target, path), { recursive: true });
}

const { flags, env } = JSON.parse(readFileSync(join(root, 'tools', 'server-memory.json'), 'utf8'));
const settings = Object.entries(env).map(([name, value]) => `: "\${${name}:=${value}}"; export ${name}`);
writeFileSync(
  join(target, 'archivolt'),
  `#!/bin/sh\n# Starts the server, with its limits of memory; "archivolt doctor storage" and the like run its tools.\n${settings.join('\n')}\nexec node ${flags.join(' ')} "$(dirname "$0")/dist/main.js" "$@"\n`,
);
chmodSync(join(target, 'archivolt'), 0o755);
console.log('Assembled build/: copy it, run "npm ci --omit=dev" there, start it by ./archivolt.');
