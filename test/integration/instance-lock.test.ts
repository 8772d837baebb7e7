import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartupError } from '../../src/errors/startup-error.ts';
import { acquireInstanceLock } from '../../src/instance-lock.ts';

const lockModule = new URL('../../src/instance-lock.ts', import.meta.url).href;
let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'archivolt-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts another process that takes the lock and keeps it; gives its first line, `held` or the refusal. */
async function startHolder(): Promise<{ child: ChildProcess; answer: string }> {
  const program = `import { acquireInstanceLock } from ${JSON.stringify(lockModule)};
    try { await acquireInstanceLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name + ': ' + error.message); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [answer] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, answer: String(answer).trim() };
}

test('a second process is refused and told the process id of the first', async () => {
  const first = await startHolder();
  expect(first.answer).toBe('held');
  const second = await startHolder();
  expect(second.answer).toMatch(/^StartupError: /);
  expect(second.answer).toContain(`process ${first.child.pid}`);
  expect(second.answer.split('\n')).toHaveLength(1);
});

test('the same process is refused a second time, and gets the folder again after releasing it', async () => {
  const lock = await acquireInstanceLock(dataDir);
  await expect(acquireInstanceLock(dataDir)).rejects.toThrow(StartupError);
  await lock.release();
  await lock.release();
  const again = await acquireInstanceLock(dataDir);
  await again.release();
});

test('the lock of a killed process is free at once', async () => {
  const first = await startHolder();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(`${first.child.pid}\n`);
  const lock = await acquireInstanceLock(dataDir);
  expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`);
  await lock.release();
});

test('a recorded process id that now belongs to another program does not keep the folder', async () => {
  await writeFile(join(dataDir, 'server.pid'), `${process.ppid}\n`);
  const lock = await acquireInstanceLock(dataDir);
  expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`);
  await lock.release();
});

test('of several processes that start at once exactly one wins', async () => {
  const answers = (await Promise.all(Array.from({ length: 5 }, startHolder))).map(({ answer }) => answer);
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith('StartupError: '))).toHaveLength(4);
});

test('a folder that cannot hold the lock is refused in one line naming it', async () => {
  const blocked = join(dataDir, 'blocked');
  await writeFile(blocked, '');
  const refusal = acquireInstanceLock(join(blocked, 'data'));
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow(join(blocked, 'data'));
});
