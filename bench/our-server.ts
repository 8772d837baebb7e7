/** Starts the built server, as `npm start` does or alone. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SECRET_KEY, SUPERUSER_TOKEN } from './api-client.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '..');
/** As in tools/launch.mjs. */
const COMPILED = join(root, 'node_modules', '.cache', 'compiled');
const READY_PATH = '/api/info/version';

/** Log lines of each request are off: the references write none either. Seeded files have no bytes that could be verified beside the load. */
const QUIET = {
  LOG_LEVEL: 'warn',
  FIXITY_INTERVAL_DAYS: '0',
  HOST: '127.0.0.1',
  SUPERUSER_API_TOKEN: SUPERUSER_TOKEN,
  SECRET_KEYS: SECRET_KEY,
};

const serverMemory = z.object({ flags: z.array(z.string()), env: z.record(z.string(), z.string()) });

/** Starts dist/main.js, on a database that runs already or on the one in its data folder. */
export async function startBundle(
  place: {
    readonly dataDir: string;
    readonly database?: { readonly url: string; readonly poolSize: number };
    /** Adds to the environment. */
    readonly env?: Readonly<Record<string, string>>;
  },
  profileFolder?: string,
): Promise<ChildServer> {
  const port = await freePort();
  // The same bounds of memory and the same compiled bundle as `npm start` has. Compiling it leaves 60 MB of the process behind, at its first start alone.
  const memory = serverMemory.parse(JSON.parse(await readFile(join(root, 'tools', 'server-memory.json'), 'utf8')));
  const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  return startChildServer({
    command: process.execPath,
    args: [...memory.flags, ...profiling, join(root, 'dist', 'main.js')],
    env: {
      ...memory.env,
      ...QUIET,
      NODE_COMPILE_CACHE: COMPILED,
      PORT: String(port),
      DATA_DIR: place.dataDir,
      ...(place.database === undefined
        ? { DATABASE_URL: '' }
        : { DATABASE_URL: place.database.url, DATABASE_POOL_SIZE: String(place.database.poolSize) }),
      ...place.env,
    },
    port,
    readyPath: READY_PATH,
  });
}

const address = z.object({ pid: z.number() });

/** Runs `npm start` on a data folder, with the PostgreSQL inside it. */
export async function startByNpm(dataDir: string): Promise<ChildServer> {
  const port = await freePort();
  return startChildServer({
    command: 'npm',
    args: ['start', '--prefix', root],
    env: { ...QUIET, PORT: String(port), DATA_DIR: dataDir },
    port,
    readyPath: READY_PATH,
    findPid: async () => {
      try {
        return address.parse(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))).pid;
      } catch {
        // Not written yet, or only half.
        return undefined;
      }
    },
  });
}
