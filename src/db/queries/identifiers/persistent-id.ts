import { type SQL, sql } from 'drizzle-orm';
import type { dataset } from '../../schema/dataset.ts';

type PersistentIdColumns = Pick<typeof dataset, 'protocol' | 'authority' | 'separator' | 'identifier'>;

/** The persistent identifier as one text, `doi:10.5072/FK2/ABC123`; the expression of the unique index. */
export function persistentIdOf(table: PersistentIdColumns): SQL<string> {
  return sql<string>`${table.protocol} || ':' || ${table.authority} || ${table.separator} || ${table.identifier}`;
}
