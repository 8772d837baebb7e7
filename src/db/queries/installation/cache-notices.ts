import { sql } from 'drizzle-orm';
import type { DatabaseConnection, Queryable } from '../../client.ts';

/** What every process keeps in memory and has to read again when any process changes it. */
const CACHED_AREAS = ['settings', 'installation', 'metadata-catalog', 'groups', 'authentication-providers', 'visitor-messages'] as const;
export type CachedArea = (typeof CACHED_AREAS)[number];

const CHANNEL = 'archivolt_cache';

/** Tells every process, on commit, that an area changed. */
export async function notifyCaches(db: Queryable, area: CachedArea): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${area})`);
}

/** Calls back for each notice, and with every area after a lost connection, when notices may have been missed. */
export async function listenForNotices(connection: DatabaseConnection, onNotice: (area: CachedArea) => void): Promise<void> {
  await connection.sql.listen(
    CHANNEL,
    (payload) => {
      const area = CACHED_AREAS.find((candidate) => candidate === payload);
      if (area !== undefined) onNotice(area);
    },
    () => {
      for (const area of CACHED_AREAS) onNotice(area);
    },
  );
}
