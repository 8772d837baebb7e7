/** An nginx in front of something, where the machine has one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { pickFreePort } from '../../src/db/embedded/free-port.ts';

/** Systems keep servers where users do not look. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };

export const hasNginx = spawnSync('nginx', ['-V'], { env: ENVIRONMENT }).error === undefined;

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

async function answering(server: ChildProcess, url: string): Promise<void> {
  let said = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const answers = async (): Promise<void> => {
    if (server.exitCode === null) await fetch(url, { redirect: 'manual' });
  };
  await vi.waitFor(answers, { timeout: 30_000, interval: 100 });
  if (server.exitCode !== null) throw new Error(said);
}

/** Starts it with what stands in its http block, which is made for a port of 127.0.0.1 and a folder. */
export async function startNginx(block: (port: number, folder: string) => string): Promise<Nginx> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'archivolt-nginx-')), await pickFreePort()];
  await mkdir(join(folder, 'temporary'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temporary/${name};`);
  // Its workers are others than who starts it, unless told otherwise.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const http = `access_log off; ${temporary.join(' ')}\n${block(port, folder)}`;
  await writeFile(join(folder, 'nginx.conf'), `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http}\n}`);
  const server = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { env: ENVIRONMENT });
  const ended = new Promise<void>((resolve) => {
    server.once('close', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(server, url);
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
