// `npm start` runs npm, the launcher and the server, and any of them may be ended.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { postmasterOf, until, UNHURRIED } from '../support/server-process.ts';
import { temporaryFolder } from './depositor.ts';

interface Started {
  readonly npm: ChildProcess;
  readonly npmPid: number;
  readonly launcherPid: number;
  readonly serverPid: number;
  readonly postgresPid: number;
}

const parentOf = (pid: number): number => Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));

async function npmStart(dataDir: string): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, as a terminal gives it.
    detached: true,
  });
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  onTestFinished(() => {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid ?? 0), 'SIGTERM');
  });
  await until('a ready server', () => {
    if (npm.exitCode !== null) throw new Error(`npm start ended: ${said}`);
    return said.includes('Superuser');
  });
  const serverPid = Number(await readFile(join(dataDir, 'server.pid'), 'utf8'));
  return {
    npm,
    npmPid: npm.pid ?? 0,
    launcherPid: parentOf(serverPid),
    serverPid,
    postgresPid: (await postmasterOf(dataDir))?.pid ?? 0,
  };
}

const kill = (pid: number, signal: NodeJS.Signals): boolean => process.kill(pid, signal);

const ENDINGS = [
  { what: 'npm is told to stop', act: ({ npmPid }: Started) => kill(npmPid, 'SIGTERM') },
  { what: 'npm is killed', act: ({ npmPid }: Started) => kill(npmPid, 'SIGKILL') },
  { what: 'the launcher is told to stop', act: ({ launcherPid }: Started) => kill(launcherPid, 'SIGTERM') },
  { what: 'the launcher is killed', act: ({ launcherPid }: Started) => kill(launcherPid, 'SIGKILL') },
  { what: 'the terminal hangs up', act: ({ npmPid }: Started) => kill(-npmPid, 'SIGHUP') },
];

test(
  'whichever process is ended, the server stops, its PostgreSQL too, and the next start works',
  { timeout: 2 * UNHURRIED.timeout },
  async () => {
    const dataDir = await temporaryFolder();
    for (const { what, act } of ENDINGS) {
      // Each start but the first is the next one of what was ended before.
      const started = await npmStart(dataDir);
      act(started);
      await until(`the launcher has ended after ${what}`, () => !isRunning(started.launcherPid));
      await until(`the server has ended after ${what}`, () => !isRunning(started.serverPid));
      expect(isRunning(started.postgresPid), what).toBe(false);
      // In order: a server that was killed leaves these.
      await expect(readFile(join(dataDir, 'server.pid')), what).rejects.toThrow('ENOENT');
      await expect(readFile(join(dataDir, 'server.json')), what).rejects.toThrow('ENOENT');
    }
    const last = await npmStart(dataDir);
    const ended = once(last.npm, 'exit');
    kill(-last.npmPid, 'SIGTERM');
    await ended;
    await until('the last server has ended', () => !isRunning(last.serverPid));
  },
);
