/** What sends the bytes of the reference: nginx where it is installed, else a few lines of node:http. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { access, chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

/** A server of files of this machine. */
export interface FrontServer {
  readonly name: 'nginx' | 'node:http';
  /** Gives a file by its absolute path after this. */
  readonly filesUrl: string;
  /** Hands requests on to the measured server and sends itself what that names; undefined where it cannot. */
  readonly proxyUrl: string | undefined;
  stop(): Promise<void>;
}

/** Internal location of the configuration below, for `X_ACCEL_PREFIX`. */
export const ACCEL_PREFIX = '/stored-files';

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, name);
    if (await succeeds(access(path))) return path;
  }
  return undefined;
}

function configuration(port: number, folder: string, behind: string): string {
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
user root;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  default_type application/octet-stream;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location /plain/ { alias /; }
    location ${ACCEL_PREFIX}/ { internal; alias /; }
    location / { proxy_pass ${behind}; proxy_set_header Host $host; }
  }
}
`;
}

async function startNginx(program: string, folder: string, behind: string): Promise<FrontServer> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(port, folder, behind));
  const child = spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'start.log')], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  for (let tries = 0; tries < 200; tries += 1) {
    if (await succeeds(fetch(`http://127.0.0.1:${port}/plain/`))) break;
    await sleep(25);
  }
  return {
    name: 'nginx',
    filesUrl: `http://127.0.0.1:${port}/plain`,
    proxyUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function startNode(): Promise<FrontServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    stat(path)
      .then(async ({ size }) => {
        response.setHeader('Content-Length', size);
        await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), response);
      })
      .catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: 'node:http',
    filesUrl: `http://127.0.0.1:${port}`,
    proxyUrl: undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts the reference server, before the server at `behind` where it can. */
export async function startFrontServer(folder: string, behind: string): Promise<FrontServer> {
  const program = await findProgram('nginx');
  return program === undefined ? startNode() : startNginx(program, folder, behind);
}
