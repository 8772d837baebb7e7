/** Workflows and their invocations. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { workflow, workflowInvocation } from '../../schema/workflow.ts';

export type { WorkflowStep } from '../../schema/workflow.ts';
export type WorkflowRow = typeof workflow.$inferSelect;
export type InvocationRow = typeof workflowInvocation.$inferSelect;

/** Finds a workflow by its id. */
export async function findWorkflow(db: Queryable, id: number): Promise<WorkflowRow | undefined> {
  const [row] = await db.select().from(workflow).where(eq(workflow.id, id));
  return row;
}

/** Stores an invocation; its id, a UUID. */
export async function insertInvocation(db: Queryable, values: typeof workflowInvocation.$inferInsert): Promise<string> {
  const [row] = await db.insert(workflowInvocation).values(values).returning({ id: workflowInvocation.id });
  if (row === undefined) throw new Error('The invocation was not stored.');
  return row.id;
}

/** Finds an invocation. Not locked: changes hold the row of the dataset. */
export async function findInvocation(db: Queryable, id: string): Promise<InvocationRow | undefined> {
  const [row] = await db.select().from(workflowInvocation).where(eq(workflowInvocation.id, id));
  return row;
}

/** Whether an invocation came to wait at a step, or waits there already; false when it is somewhere else, or over. */
export async function markPaused(db: Queryable, id: string, position: number): Promise<boolean> {
  const rows = await db
    .update(workflowInvocation)
    .set({ pausedAt: sql`coalesce(${workflowInvocation.pausedAt}, now())` })
    .where(and(eq(workflowInvocation.id, id), eq(workflowInvocation.position, position)))
    .returning({ id: workflowInvocation.id });
  return rows.length > 0;
}

/** Moves an invocation from a step to the one after it; false when it is not at that step any more. */
export async function passStep(db: Queryable, id: string, position: number): Promise<boolean> {
  const rows = await db
    .update(workflowInvocation)
    .set({ position: position + 1, pausedAt: null })
    .where(and(eq(workflowInvocation.id, id), eq(workflowInvocation.position, position)))
    .returning({ id: workflowInvocation.id });
  return rows.length > 0;
}

/** Ends the invocations of a dataset. */
export async function deleteInvocationOf(db: Queryable, datasetId: number): Promise<void> {
  await db.delete(workflowInvocation).where(eq(workflowInvocation.datasetId, datasetId));
}
