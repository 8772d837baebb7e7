/** Sets of records for harvesters. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../client.ts';
import { oaiSet } from '../../schema/oai.ts';

/** A set with what it holds. */
export interface OaiSetRow {
  readonly id: number;
  readonly spec: string;
  readonly description: string;
  readonly collectionId: number | null;
  readonly definition: string | null;
  readonly revision: number;
  readonly reviewed: boolean;
}

/** What a set holds, and what is said of it. */
export type OaiSetFacts = Pick<OaiSetRow, 'description' | 'collectionId' | 'definition'>;

/** All sets by name. */
export async function listOaiSets(db: Queryable): Promise<OaiSetRow[]> {
  return db.select().from(oaiSet).orderBy(asc(oaiSet.spec));
}

export async function findOaiSet(db: Queryable, spec: string): Promise<OaiSetRow | undefined> {
  const [row] = await db.select().from(oaiSet).where(eq(oaiSet.spec, spec));
  return row;
}

/** The set in the state of a revision; undefined once it was changed again or removed. */
export async function findOaiSetRevision(db: Queryable, id: number, revision: number): Promise<OaiSetRow | undefined> {
  const [row] = await db
    .select()
    .from(oaiSet)
    .where(sql`${oaiSet.id} = ${id} and ${oaiSet.revision} = ${revision}`);
  return row;
}

/** Undefined when another set has the name. */
export async function insertOaiSet(tx: Transaction, facts: OaiSetFacts & { readonly spec: string }): Promise<OaiSetRow | undefined> {
  const [row] = await tx.insert(oaiSet).values(facts).onConflictDoNothing().returning();
  return row;
}

/** Changes a set, which is to be reviewed then. Undefined when there is none. */
export async function updateOaiSet(tx: Transaction, spec: string, facts: Partial<OaiSetFacts>): Promise<OaiSetRow | undefined> {
  const [row] = await tx
    .update(oaiSet)
    .set({ ...facts, revision: sql`${oaiSet.revision} + 1`, reviewed: false })
    .where(eq(oaiSet.spec, spec))
    .returning();
  return row;
}

/** @returns Whether there was one. */
export async function deleteOaiSet(tx: Transaction, spec: string): Promise<boolean> {
  return (await tx.delete(oaiSet).where(eq(oaiSet.spec, spec)).returning({ id: oaiSet.id })).length > 0;
}

/** Notes that all records were compared with a revision of a set. */
export async function markOaiSetReviewed(db: Queryable, id: number, revision: number): Promise<void> {
  await db
    .update(oaiSet)
    .set({ reviewed: true })
    .where(sql`${oaiSet.id} = ${id} and ${oaiSet.revision} = ${revision}`);
}
