// A start that is refused ends, although the launcher of `npm start` holds a channel to the process.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acquireInstanceLock } from '../../src/instance-lock.ts';
import { serverBundle } from '../support/server-process.ts';

/** Starts the server as the launcher does, which waits for its end, and gives how it ended. */
async function startAttached(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [serverBundle(), '--stop-with-launcher'], {
    cwd: '/',
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  return { code, lastLine: stderr.trimEnd().split('\n').at(-1) };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-refused-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a server whose data folder another one uses says so and ends', async () => {
  const dataDir = await temporaryFolder();
  const lock = await acquireInstanceLock(dataDir);
  onTestFinished(() => lock.release());
  const { code, lastLine } = await startAttached({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lastLine).toContain(`already uses the data folder ${dataDir}`);
});

test('several processes whose database does not answer say so once and end', async () => {
  const { code, lastLine } = await startAttached({
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    WORKERS: '2',
  });
  expect(code).toBe(1);
  expect(lastLine).toContain('127.0.0.1:1 cannot be used');
});

// In /proc, new folders are refused as if what is above them were missing, also to root.
test.runIf(process.platform === 'linux').each(['/proc/archivolt', '/proc/archivolt/data', '/proc', '/dev/null/data'])(
  'a data folder in which nothing can be made is refused: %s',
  async (dataDir) => {
    const { code, lastLine } = await startAttached({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lastLine).toContain(`The data folder ${dataDir} cannot be written`);
    expect(lastLine).toContain('Set DATA_DIR');
  },
);

test.runIf(process.platform === 'linux')('a store in which nothing can be made is refused', async () => {
  const { code, lastLine } = await startAttached({ DATA_DIR: await temporaryFolder(), STORAGE_URL: 'file:///proc/archivolt' });
  expect(code).toBe(1);
  expect(lastLine).toContain('The storage folder /proc/archivolt cannot be written');
});
