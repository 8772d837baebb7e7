import { type SQL, sql } from 'drizzle-orm';

/** SQL for a placeholder of a type, where PostgreSQL cannot tell it by the place: a value that is selected. */
export function typedValue(name: string, type: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`;
}
