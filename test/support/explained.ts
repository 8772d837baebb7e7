import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { z } from 'zod';
import type { Database } from '../../src/db/client.ts';

/** A node of a plan that ran. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const planNode: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planNode })) }));

/** Tables that grow with the holdings. */
const LARGE_TABLES: ReadonlySet<string> = new Set([
  'node',
  'collection',
  'dataset',
  'dataset_version',
  'data_file',
  'role_assignment',
  'guestbook_response',
  'search_dataset',
  'search_document',
  'search_name',
]);

/** What a query cost the database: no time, which depends on the machine. */
export interface QueryCost {
  readonly statements: number;
  /** Pages of 8 KB that were looked at. */
  readonly blocks: number;
  /** Large tables that were read from end to end. */
  readonly readWhole: readonly string[];
}

/** A connection that lets PostgreSQL tell what queries cost. */
export interface ExplainingDatabase {
  readonly sql: postgres.Sql;
  readonly db: Database;
  costOf(query: () => Promise<unknown>): Promise<QueryCost>;
}

function readWhole(plan: PlanNode): string[] {
  const table = plan['Relation Name'] ?? '';
  const own = plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] > 0 && LARGE_TABLES.has(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}

/** Connects to a database. */
export function explainingDatabase(url: string): ExplainingDatabase {
  let sent: { readonly text: string; readonly parameters: unknown[] }[] = [];
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    debug: (_connection, text, parameters) => sent.push({ text, parameters: [...parameters] }),
  });
  return {
    sql,
    db: drizzle(sql),
    costOf: async (query) => {
      sent = [];
      await query();
      const statements = sent.filter(({ text }) => /^\s*(select|update|delete|insert|with)/i.test(text));
      let blocks = 0;
      const whole: string[] = [];
      for (const { text, parameters } of statements) {
        const rows = await sql.unsafe(`explain (analyze, buffers, timing off, format json) ${text}`, parameters as never[]);
        for (const row of explained.parse([...rows])) {
          for (const { Plan } of row['QUERY PLAN']) {
            blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
            whole.push(...readWhole(Plan));
          }
        }
      }
      return { statements: statements.length, blocks, readWhole: whole };
    },
  };
}
