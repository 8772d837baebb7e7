// Makes the package of packages/client: modules for browsers and Node with nothing beside them, and their types.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const source = join(root, 'packages', 'client');

/** @param target Folder of the package, which is made. */
export async function assembleClient(target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(source, 'archivolt-client.ts')],
    outdir: target,
    absWorkingDir: root,
    bundle: true,
    // What Node needs not, checksums in JavaScript, is a module of its own.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    sourcemap: false,
    logLevel: 'warning',
  });
  const types = join(target, 'types');
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', types];
  await promisify(execFile)(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(source, 'tsconfig.json'),
    ...flags,
  ]);
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(types, name), 'utf8');
    writeFileSync(join(types, name), text.replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  }
  const manifest: unknown = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'), (key, value: unknown) =>
    key === 'private' ? undefined : value,
  );
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(source, 'README.md'), join(target, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  // Of what is taken in.
  cpSync(join(root, 'node_modules/@noble/hashes/LICENSE'), join(target, 'LICENSE-noble-hashes'));
}
