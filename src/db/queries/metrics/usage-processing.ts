import { eq, sql } from 'drizzle-orm';
import type { ProcessingState } from '../../../vocabulary/metrics.ts';
import type { Queryable } from '../../client.ts';
import { usageProcessing } from '../../schema/usage-processing.ts';

export type UsageProcessingRow = typeof usageProcessing.$inferSelect;

/** How far a month is. */
export async function findUsageProcessing(db: Queryable, month: string): Promise<UsageProcessingRow | undefined> {
  const [row] = await db.select().from(usageProcessing).where(eq(usageProcessing.month, month));
  return row;
}

/** Says how far a month is; the machine that was told before stays where none is told. */
export async function putUsageProcessing(
  db: Queryable,
  month: string,
  state: ProcessingState,
  server: string | null,
): Promise<UsageProcessingRow> {
  const [row] = await db
    .insert(usageProcessing)
    .values({ month, state, server })
    .onConflictDoUpdate({
      target: usageProcessing.month,
      set: { state, changedAt: sql`now()`, server: sql`coalesce(excluded.server, ${usageProcessing.server})` },
    })
    .returning();
  if (row === undefined) throw new Error('The state was not stored.');
  return row;
}

/** Forgets a month; whether it was known. */
export async function deleteUsageProcessing(db: Queryable, month: string): Promise<boolean> {
  const rows = await db.delete(usageProcessing).where(eq(usageProcessing.month, month)).returning({ month: usageProcessing.month });
  return rows.length > 0;
}
