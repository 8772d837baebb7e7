/** A PostgreSQL with a standby that has every commit before it is acknowledged, and takes its place when it is killed. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickFreePort } from '../src/db/embedded/free-port.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { findPostmaster } from '../src/db/embedded/postmaster-file.ts';
import { onDatabase, startStandby } from '../test/support/standby.ts';

export interface FollowedDatabase {
  /** With both hosts, whichever is the primary. */
  readonly url: string;
  /** Of the primary alone. */
  primaryUrl(): string;
  /** Kills the primary by `kill -9`, promotes the standby, and makes another one in the place of the primary. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

interface Member {
  readonly url: string;
  readonly dataDir: string;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

const SETTINGS = { max_connections: '120', shared_buffers: '64MB' };
const POLL_MS = 20;

async function startFirst(): Promise<Member> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'archivolt-reliability-primary-')));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: SETTINGS });
  return {
    url: server.url,
    dataDir,
    kill: async () => {
      const running = await findPostmaster(join(dataDir, 'postgres'));
      if (running !== undefined) process.kill(running.pid, 'SIGKILL');
      while (server.isRunning()) await sleep(POLL_MS);
    },
    remove: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** From here on no commit is acknowledged that the standby does not have on its disk. */
async function awaitStandby({ url }: Member): Promise<void> {
  await onDatabase(url, `alter system set synchronous_standby_names = '*'`);
  await onDatabase(url, 'select pg_reload_conf()');
  const following = `select count(*)::int as count from pg_stat_replication where sync_state = 'sync'`;
  while ((await onDatabase(url, following))[0]?.['count'] !== 1) await sleep(POLL_MS);
}

export async function startFollowedDatabase(): Promise<FollowedDatabase> {
  let primary = await startFirst();
  const ports = [new URL(primary.url).port, String(await pickFreePort())];
  const follow = (port: string | undefined): Promise<Member> => startStandby(primary, SETTINGS, Number(port));
  let standby = await follow(ports[1]);
  await awaitStandby(primary);
  const { username, password, pathname } = new URL(primary.url);
  return {
    url: `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}${pathname}`,
    primaryUrl: () => primary.url,
    failOver: async () => {
      const killed = primary;
      await killed.kill();
      await onDatabase(standby.url, 'select pg_promote(true, 60)');
      primary = standby;
      await killed.remove();
      standby = await follow(new URL(killed.url).port);
      await awaitStandby(primary);
    },
    remove: async () => {
      await standby.remove();
      await primary.remove();
    },
  };
}
