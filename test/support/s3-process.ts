// A real S3 server: versitygw on a folder of this machine, in a process of its own. tools/build-s3-server.sh builds it, which .ci/run does.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Built elsewhere, or by the script. */
const BINARY = process.env['S3_SERVER_BINARY'] ?? fileURLToPath(new URL('../../.cache/versitygw-1.8.0/versitygw', import.meta.url));

/** Why there is no S3 server; `undefined` when there is one. */
export const s3ServerAbsence: string | undefined = reasonOfAbsence();

function reasonOfAbsence(): string | undefined {
  try {
    accessSync(BINARY, constants.X_OK);
    return undefined;
  } catch {
    return 'no S3 server here: tools/build-s3-server.sh builds one where there is Go';
  }
}

export interface S3Process {
  readonly endpoint: string;
  /** Environment that the AWS library takes its credentials from. */
  readonly credentials: Readonly<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>>;
  /** Makes an empty bucket and names it. */
  makeBucket(): Promise<string>;
  /** Every object of a bucket by its key, in order; parts of uploads under way do not count. */
  keysOf(bucket: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts one on an empty folder. */
export async function startS3Process(): Promise<S3Process> {
  const folder = await mkdtemp(path.join(tmpdir(), 's3-server-'));
  const [root, sidecar] = [path.join(folder, 'buckets'), path.join(folder, 'metadata')];
  await Promise.all([mkdir(root), mkdir(sidecar)]);
  const credentials = { AWS_ACCESS_KEY_ID: 'test-access', AWS_SECRET_ACCESS_KEY: `test-secret-${randomBytes(8).toString('hex')}` };
  const port = await freePort();
  const child = spawn(BINARY, ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', sidecar, root], {
    env: { PATH: process.env['PATH'], ROOT_ACCESS_KEY: credentials.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: credentials.AWS_SECRET_ACCESS_KEY },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`The S3 server ended: ${complaints}`);
    await sleep(20);
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    credentials,
    async makeBucket() {
      const bucket = `bucket-${randomBytes(6).toString('hex')}`;
      await mkdir(path.join(root, bucket));
      return bucket;
    },
    async keysOf(bucket) {
      const entries = await readdir(path.join(root, bucket), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(path.join(root, bucket), path.join(entry.parentPath, entry.name)))
        .filter((key) => !key.startsWith('.sgwtmp'))
        .sort();
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
