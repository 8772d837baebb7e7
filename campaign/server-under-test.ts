/** The built server on a data folder of its own, started again whenever it was lost. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildServer } from '../bench/child-server.ts';
import { startBundle } from '../bench/our-server.ts';
import { findPostmaster } from '../src/db/embedded/postmaster-file.ts';
import { stopPostmaster } from '../src/db/embedded/postmaster.ts';
import { type StallProbe, startStallProbe } from './stall-probe.ts';

/** A server that runs, with what watches it. */
export interface WatchedServer extends ChildServer {
  /** Of the embedded database. */
  readonly databasePid: number;
  readonly probe: StallProbe;
}

export interface ServerUnderTest {
  /** The one that runs now. */
  readonly current: WatchedServer;
  /** Kills what is left of it and starts it on the same data. */
  restart(): Promise<void>;
  /** Stops everything and removes the data. */
  remove(): Promise<void>;
}

async function startWatched(dataDir: string): Promise<WatchedServer> {
  const server = await startBundle({
    dataDir,
    env: {
      FEATURES: 'api-bearer-auth',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'repository@example.org',
      // All come from this machine.
      SUBSCRIPTIONS_PER_ACCOUNT: '20000',
      SUBSCRIPTIONS_PER_ADDRESS: '20000',
    },
  });
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (postmaster === undefined) throw new Error('The embedded PostgreSQL cannot be found.');
  return { ...server, databasePid: postmaster.pid, probe: startStallProbe(server) };
}

/** Starts the server as an ordinary one, on an empty folder. */
export async function startServerUnderTest(): Promise<ServerUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-campaign-'));
  // PostgreSQL runs under an account of its own, which has to pass.
  await chmod(dataDir, 0o755);
  let current = await startWatched(dataDir);
  return {
    get current() {
      return current;
    },
    restart: async () => {
      await current.probe.stop();
      await current.kill();
      current = await startWatched(dataDir);
    },
    remove: async () => {
      await current.probe.stop();
      await current.stop();
      // A server that was killed, or that does not hear, leaves its database running.
      const left = await findPostmaster(join(dataDir, 'postgres'));
      if (left !== undefined) await stopPostmaster(left.pid);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
