import { join } from 'node:path';
import { softwareVersion } from '../src/software-version.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { freePort } from './free-port.ts';

/** The servers that ours is compared with. */
export interface References {
  readonly 'hand-written': ChildServer;
  readonly express: ChildServer;
  stop(): Promise<void>;
}

async function start(file: string, readyPath: string, env: Readonly<Record<string, string>>): Promise<ChildServer> {
  const port = await freePort();
  return startChildServer({
    command: process.execPath,
    args: [join(import.meta.dirname, 'references', file)],
    env: { ...env, PORT: String(port) },
    port,
    readyPath,
  });
}

/** Starts both references, each in a process of its own. */
export async function startReferences(databaseUrl: string, poolSize: number): Promise<References> {
  const handWritten = await start('hand-written-server.ts', '/hello', { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(poolSize) });
  const express = await start('express-server.ts', '/api/info/version', { BODY_VERSION: (await softwareVersion()).version });
  return {
    'hand-written': handWritten,
    express,
    stop: async () => {
      await express.stop();
      await handWritten.stop();
    },
  };
}
