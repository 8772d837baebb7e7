import { eq, sql } from 'drizzle-orm';
import type { ArchivalState } from '../../../vocabulary/datasets.ts';
import type { Queryable } from '../../client.ts';
import { archivalCopy } from '../../schema/archival-copy.ts';

export type ArchivalCopyRow = typeof archivalCopy.$inferSelect;

/** What an archive has told of its copy of a version. */
export async function findArchivalCopy(db: Queryable, versionId: number): Promise<ArchivalCopyRow | undefined> {
  const [row] = await db.select().from(archivalCopy).where(eq(archivalCopy.versionId, versionId));
  return row;
}

/** Stores what an archive tells, in place of what it told before. */
export async function putArchivalCopy(db: Queryable, versionId: number, state: ArchivalState, message: string): Promise<ArchivalCopyRow> {
  const told = { state, message, changedAt: sql`now()` };
  const [row] = await db
    .insert(archivalCopy)
    .values({ versionId, ...told })
    .onConflictDoUpdate({ target: archivalCopy.versionId, set: told })
    .returning();
  if (row === undefined) throw new Error('The status was not stored.');
  return row;
}

/** Forgets what an archive told; whether it had told anything. */
export async function deleteArchivalCopy(db: Queryable, versionId: number): Promise<boolean> {
  const rows = await db.delete(archivalCopy).where(eq(archivalCopy.versionId, versionId)).returning({ id: archivalCopy.versionId });
  return rows.length > 0;
}
