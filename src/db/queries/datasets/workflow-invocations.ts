/** What is under way of workflows, and what came of it. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { userAccount } from '../../schema/user.ts';
import { workflowInvocation, workflowStepRun } from '../../schema/workflow.ts';
import { type PageWindow, upwards } from '../../../model/page-window.ts';
import { boundWindow } from '../../id-window.ts';

export type InvocationRow = typeof workflowInvocation.$inferSelect;
export type StepRunRow = typeof workflowStepRun.$inferSelect;

/** Stores what has begun; its id, a UUID. */
export async function insertInvocation(tx: Queryable, values: typeof workflowInvocation.$inferInsert): Promise<string> {
  const [row] = await tx.insert(workflowInvocation).values(values).returning({ id: workflowInvocation.id });
  if (row === undefined) throw new Error('The invocation was not stored.');
  return row.id;
}

/** Finds what is under way. Not locked: changes hold the row of the dataset. */
export async function findOngoingInvocation(db: Queryable, id: string): Promise<InvocationRow | undefined> {
  const [row] = await db
    .select()
    .from(workflowInvocation)
    .where(and(eq(workflowInvocation.id, id), isNull(workflowInvocation.endedAt)));
  return row;
}

/** Finds what is under way for a dataset. */
export async function findOngoingInvocationOf(db: Queryable, datasetId: number): Promise<InvocationRow | undefined> {
  const [row] = await db
    .select()
    .from(workflowInvocation)
    .where(and(eq(workflowInvocation.datasetId, datasetId), isNull(workflowInvocation.endedAt)));
  return row;
}

/** Changes facts of an invocation. */
export async function updateInvocation(
  tx: Queryable,
  id: string,
  values: Partial<Pick<InvocationRow, 'state' | 'position' | 'pausedAt' | 'authorized' | 'message' | 'endedAt'>>,
): Promise<void> {
  await tx.update(workflowInvocation).set(values).where(eq(workflowInvocation.id, id));
}

/** Finds how a step went; undefined when it has not begun. */
export async function findStepRun(db: Queryable, invocationId: string, position: number): Promise<StepRunRow | undefined> {
  const [row] = await db
    .select()
    .from(workflowStepRun)
    .where(and(eq(workflowStepRun.invocationId, invocationId), eq(workflowStepRun.position, position)));
  return row;
}

type StepRunFacts = Partial<Pick<StepRunRow, 'failedTries' | 'message' | 'endedAt' | 'rolledBackAt'>> & Pick<StepRunRow, 'state'>;

/** Writes how a step goes; its beginning stays what it was. */
export async function writeStepRun(tx: Queryable, invocationId: string, position: number, facts: StepRunFacts): Promise<void> {
  await tx
    .insert(workflowStepRun)
    .values({ invocationId, position, ...facts })
    .onConflictDoUpdate({ target: [workflowStepRun.invocationId, workflowStepRun.position], set: facts });
}

/** How the steps of some invocations went, in their order. One statement, whatever their number. */
export async function listStepRuns(db: Queryable, invocationIds: readonly string[]): Promise<StepRunRow[]> {
  return db
    .select()
    .from(workflowStepRun)
    .where(sql`${workflowStepRun.invocationId} = ${anyOf(invocationIds, 'uuid')}`)
    .orderBy(asc(workflowStepRun.invocationId), asc(workflowStepRun.position));
}

/** An invocation with the name of the account that asked for the publication. */
export type ListedInvocation = InvocationRow & { readonly userName: string };

export interface InvocationQuery {
  /** Of one dataset; null for all. */
  readonly datasetId: number | null;
  /** Whether it is under way; null for both. */
  readonly ongoing: boolean | null;
}

const matching = ({ datasetId, ongoing }: InvocationQuery) => [
  datasetId === null ? undefined : eq(workflowInvocation.datasetId, datasetId),
  ongoing === null ? undefined : ongoing ? isNull(workflowInvocation.endedAt) : isNotNull(workflowInvocation.endedAt),
];

/** Invocations, newest first. */
export async function listInvocations(db: Queryable, query: InvocationQuery & PageWindow<number>): Promise<ListedInvocation[]> {
  const { within, order, limit } = boundWindow(workflowInvocation.serialNumber, upwards(query));
  const rows = await db
    .select({ invocation: workflowInvocation, userName: userAccount.userName })
    .from(workflowInvocation)
    .innerJoin(userAccount, eq(userAccount.id, workflowInvocation.userAccountId))
    .where(and(...matching(query), within))
    .orderBy(sql`${order} ${limit}`);
  return (query.fromEnd ? rows.toReversed() : rows).map(({ invocation, userName }) => ({ ...invocation, userName }));
}

/** How many there are. */
export async function countInvocations(db: Queryable, query: InvocationQuery): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(workflowInvocation)
    .where(and(...matching(query)));
  return row?.count ?? 0;
}

/** Finds an invocation, under way or not. */
export async function findInvocation(db: Queryable, id: string): Promise<ListedInvocation | undefined> {
  const [row] = await db
    .select({ invocation: workflowInvocation, userName: userAccount.userName })
    .from(workflowInvocation)
    .innerJoin(userAccount, eq(userAccount.id, workflowInvocation.userAccountId))
    .where(eq(workflowInvocation.id, id));
  return row === undefined ? undefined : { ...row.invocation, userName: row.userName };
}
