import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { externalTool } from '../../schema/external-tool.ts';

export type { AllowedCall, RequiredAuxiliaryFile, ToolParameter } from '../../schema/external-tool.ts';

/** A tool as it is registered. */
export type ExternalToolRow = typeof externalTool.$inferSelect;

/** All tools, by id. */
export async function listTools(db: Queryable): Promise<ExternalToolRow[]> {
  return db.select().from(externalTool).orderBy(asc(externalTool.id));
}

/** Finds a tool by its id. */
export async function findTool(db: Queryable, id: number): Promise<ExternalToolRow | undefined> {
  const [row] = await db.select().from(externalTool).where(eq(externalTool.id, id));
  return row;
}

/** Number of tools. */
export async function countTools(db: Queryable): Promise<number> {
  return db.$count(externalTool);
}

/** Registers a tool. */
export async function insertTool(db: Queryable, values: typeof externalTool.$inferInsert): Promise<ExternalToolRow> {
  const [row] = await db.insert(externalTool).values(values).returning();
  if (row === undefined) throw new Error('A tool was not stored.');
  return row;
}

/** Removes a tool and returns it; undefined where there is none. */
export async function deleteTool(db: Queryable, id: number): Promise<ExternalToolRow | undefined> {
  const [row] = await db.delete(externalTool).where(eq(externalTool.id, id)).returning();
  return row;
}
