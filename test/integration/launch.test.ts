// The launcher in a small repository of its own, whose only package is a local one named `node`: nothing is downloaded.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const launcher = new URL('../../tools/launch.mjs', import.meta.url);
const machineNode = findMachineNode();
const machineMajor = Number(/^v([0-9]+)/.exec(spawnSync(machineNode, ['--version'], { encoding: 'utf8' }).stdout)?.[1]);
let clone: string;

/** The Node that a newcomer has, which may be older than ours; ours when the machine has none. */
function findMachineNode(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path)) ?? process.execPath;
}

beforeEach(async () => {
  clone = await realpath(await mkdtemp(join(tmpdir(), 'archivolt-launch-')));
  await mkdir(join(clone, 'tools'));
  await mkdir(join(clone, 'vendor', 'node', 'bin'), { recursive: true });
  await copyFile(launcher, join(clone, 'tools', 'launch.mjs'));
  await copyFile(new URL('server-memory.json', launcher), join(clone, 'tools', 'server-memory.json'));
  await writeFile(join(clone, 'vendor', 'node', 'package.json'), JSON.stringify({ name: 'node', version: '1.0.0' }));
  await writeProjectNode(join(clone, 'vendor', 'node', 'bin', 'node'));
  await writeManifest({});
  await writeFile(
    join(clone, 'tools', 'check.ts'),
    `const words: string[] = process.argv.slice(2);
    if (words[0] === 'wait') { process.once('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); }
    else process.exitCode = Number(words[0] ?? 0);
    console.log('task', process.env['PROJECT_NODE'], words.join('+'), process.env['PATH']?.split(':')[1] === process.cwd() + '/node_modules/.bin');`,
  );
});

afterEach(() => rm(clone, { recursive: true, force: true }));

/** A program that says whose Node it is and then acts as the Node that runs this test. */
async function writeProjectNode(path: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\nPROJECT_NODE=own exec "${process.execPath}" "$@"\n`);
  await chmod(path, 0o755);
}

async function writeManifest(extra: Record<string, unknown>): Promise<void> {
  const manifest = { name: 'tiny', version: '1.0.0', type: 'module', dependencies: { node: 'file:vendor/node' }, ...extra };
  const { type: _, ...rootEntry } = manifest;
  const packages = {
    '': rootEntry,
    'node_modules/node': { resolved: 'vendor/node', link: true },
    'vendor/node': { name: 'node', version: '1.0.0' },
  };
  await writeFile(join(clone, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(clone, 'package-lock.json'),
    JSON.stringify({ name: 'tiny', version: manifest.version, lockfileVersion: 3, packages }),
  );
}

function launch(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { PROJECT_NODE: _, ...env } = process.env;
  return spawnSync(machineNode, [join(clone, 'tools', 'launch.mjs'), ...args], { encoding: 'utf8', env, cwd: tmpdir() });
}

test('a fresh clone is installed, then the task runs on the node of the project with its arguments and exit code', () => {
  const first = launch('check', '3', 'more');
  expect(first.stdout).toMatch(/^Installing packages/);
  expect(first.stdout).toContain('task own 3+more true\n');
  expect(first.status).toBe(3);

  const second = launch('check');
  expect(second).toMatchObject({ status: 0, stdout: 'task own  true\n' });
});

test('a changed lock file leads to a new installation', async () => {
  launch('install');
  await writeManifest({ dependencies: { node: 'file:vendor/node', other: 'file:vendor/other' } });
  await mkdir(join(clone, 'vendor', 'other'));
  await writeFile(join(clone, 'vendor', 'other', 'package.json'), JSON.stringify({ name: 'other', version: '1.0.0' }));
  const lock: { packages: Record<string, unknown> } = JSON.parse(await readFile(join(clone, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/other'] = { resolved: 'vendor/other', link: true };
  lock.packages['vendor/other'] = { name: 'other', version: '1.0.0' };
  await writeFile(join(clone, 'package-lock.json'), JSON.stringify(lock));
  expect(launch('install')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Updating packages/) });
  expect(existsSync(join(clone, 'node_modules', 'other', 'package.json'))).toBe(true);
});

test('an installation made by npm itself is accepted as it is', () => {
  expect(spawnSync('npm', ['ci', '--no-audit'], { cwd: clone }).status).toBe(0);
  expect(launch('check')).toMatchObject({ status: 0, stdout: 'task own  true\n' });
});

test('a package whose folder is gone is installed again, although nothing else has changed', async () => {
  launch('install');
  await rm(join(clone, 'node_modules', 'node'));
  const repaired = launch('check');
  expect(repaired.stdout).toMatch(/^Updating packages/);
  expect(repaired.stdout).toContain('task own  true\n');
  expect(launch('check').stdout).toBe('task own  true\n');
});

test('a server installation without development packages runs what was built, and installs nothing', async () => {
  launch('install');
  await rm(join(clone, 'node_modules', '.archivolt-lock'));
  const lock: { packages: Record<string, unknown> } = JSON.parse(await readFile(join(clone, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/only-for-tests'] = { version: '1.0.0', dev: true };
  await writeFile(join(clone, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(clone, 'tools', 'build.mjs'), `console.log('built');`);
  expect(launch('start')).toMatchObject({ status: 1, stderr: expect.stringContaining('The server is not built') });

  await mkdir(join(clone, 'dist'));
  await writeFile(join(clone, 'dist', 'main.js'), `console.log('served by', process.env.PROJECT_NODE, process.argv[2]);`);
  expect(launch('start')).toMatchObject({ status: 0, stdout: 'served by own --stop-with-launcher\n' });

  await mkdir(join(clone, 'node_modules', 'esbuild'));
  expect(launch('demo').stdout).toBe('built\nserved by own demo\n');
});

test('when the install script of the package node was blocked, the launcher runs it once', async () => {
  const folder = join(clone, 'vendor', 'node');
  await rm(join(folder, 'bin'), { recursive: true });
  await writeFile(
    join(folder, 'installArchSpecificPackage.js'),
    `const fs = require('node:fs'); fs.mkdirSync('bin'); fs.copyFileSync('spare', 'bin/node'); fs.chmodSync('bin/node', 0o755);`,
  );
  await writeProjectNode(join(folder, 'spare'));
  expect(launch('check').stdout).toContain('task own  true\n');
  expect(launch('check').stdout).toBe('task own  true\n');
});

test('a failed installation is told in one line', async () => {
  await writeFile(
    join(clone, 'package.json'),
    JSON.stringify({ name: 'tiny', version: '1.0.0', dependencies: { absent: 'file:vendor/absent' } }),
  );
  await rm(join(clone, 'node_modules'), { recursive: true, force: true });
  const result = launch('check');
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(/^Cannot install the packages: .+\n$/);
  expect(result.stdout).not.toContain('task');
});

test('an unknown task is refused with the list of tasks', () => {
  expect(launch('strat')).toMatchObject({ status: 1, stderr: expect.stringContaining('start|doctor|export|import|demo|test|check') });
});

test('SIGTERM reaches the task, and its exit code comes back', async () => {
  launch('install');
  const child = spawn(machineNode, [join(clone, 'tools', 'launch.mjs'), 'check', 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

// On a machine whose own Node is new enough the launcher rightly goes on with that one.
test.runIf(machineMajor < 24)('without the node of the project an old one of the machine is refused with the cure', async () => {
  await rm(join(clone, 'vendor', 'node', 'bin'), { recursive: true });
  const result = launch('check');
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(/^Node 24 is missing .+npm rebuild node.+\n$/);
});
