/** The workflows of the installation. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { workflow, workflowInvocation } from '../../schema/workflow.ts';

export type { WorkflowStep } from '../../schema/workflow.ts';
export type WorkflowRow = typeof workflow.$inferSelect;

/** All workflows, by id. */
export async function listWorkflows(db: Queryable): Promise<WorkflowRow[]> {
  return db.select().from(workflow).orderBy(asc(workflow.id));
}

/** Finds a workflow by its id. */
export async function findWorkflow(db: Queryable, id: number): Promise<WorkflowRow | undefined> {
  const [row] = await db.select().from(workflow).where(eq(workflow.id, id));
  return row;
}

/** Finds a workflow and keeps it from being deleted until the transaction ends. */
export async function holdWorkflow(tx: Queryable, id: number): Promise<WorkflowRow | undefined> {
  const [row] = await tx.select().from(workflow).where(eq(workflow.id, id)).for('key share');
  return row;
}

/** Finds a workflow that is about to be deleted: those who hold it are waited for. */
export async function lockWorkflow(tx: Queryable, id: number): Promise<WorkflowRow | undefined> {
  const [row] = await tx.select().from(workflow).where(eq(workflow.id, id)).for('update');
  return row;
}

/** Stores a workflow. */
export async function insertWorkflow(tx: Queryable, values: typeof workflow.$inferInsert): Promise<WorkflowRow> {
  const [row] = await tx.insert(workflow).values(values).returning();
  if (row === undefined) throw new Error('The workflow was not stored.');
  return row;
}

/** Removes a workflow. */
export async function deleteWorkflow(tx: Queryable, id: number): Promise<void> {
  await tx.delete(workflow).where(eq(workflow.id, id));
}

/** Whether a workflow is under way for any dataset. */
export async function hasOngoingInvocation(tx: Queryable, workflowId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: workflowInvocation.id })
    .from(workflowInvocation)
    .where(and(eq(workflowInvocation.workflowId, workflowId), isNull(workflowInvocation.endedAt)))
    .limit(1);
  return rows.length > 0;
}
