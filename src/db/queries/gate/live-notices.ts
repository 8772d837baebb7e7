import { sql } from 'drizzle-orm';
import type { DatabaseConnection, Queryable } from '../../client.ts';

const CHANNEL = 'archivolt_live';

/** Sends a notice to every process, this one too, as the triggers of the tables do. */
export async function sendLiveNotice(db: Queryable, notice: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${notice})`);
}

/** Calls back for each notice, and each time that listening has begun: notices from before may have been missed. */
export async function listenForLiveNotices(
  connection: DatabaseConnection,
  { onNotice, onListening }: { readonly onNotice: (notice: string) => void; readonly onListening: () => void },
): Promise<void> {
  await connection.sql.listen(CHANNEL, onNotice, onListening);
}
