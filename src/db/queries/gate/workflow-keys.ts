/** What invocation ids open, for those who send them as a credential. Source: users-admin.md 3.3. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { workflowInvocation } from '../../schema/workflow.ts';

/** The account in whose name a workflow waits, if its id is a credential while it does; undefined otherwise. */
export async function findKeyHolder(db: Queryable, invocationId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ userAccountId: workflowInvocation.userAccountId })
    .from(workflowInvocation)
    .where(and(eq(workflowInvocation.id, invocationId), eq(workflowInvocation.state, 'WAITING'), eq(workflowInvocation.authorized, true)));
  return row?.userAccountId;
}

/** Whether a workflow is under way for a dataset, asked for by an account. */
export async function isWorkflowOf(
  db: Queryable,
  invocationId: string,
  { datasetId, userAccountId }: { readonly datasetId: number; readonly userAccountId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: workflowInvocation.id })
    .from(workflowInvocation)
    .where(
      and(
        eq(workflowInvocation.id, invocationId),
        eq(workflowInvocation.datasetId, datasetId),
        eq(workflowInvocation.userAccountId, userAccountId),
        isNull(workflowInvocation.endedAt),
      ),
    );
  return rows.length > 0;
}
