import { sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { auditRecord } from '../../schema/operation.ts';

export interface AuditEntry {
  readonly actor: string;
  readonly command: string;
  readonly subjectId: number | null;
  readonly requestId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const insertStatement = prepared((db) =>
  db
    .insert(auditRecord)
    .values({
      actor: sql.placeholder('actor'),
      command: sql.placeholder('command'),
      subjectId: sql.placeholder('subjectId'),
      requestId: sql.placeholder('requestId'),
      details: sql.placeholder('details'),
    })
    .prepare('audit_record_insert'),
);

/** Writes who did what. */
export async function insertAuditRecord(db: Queryable, entry: AuditEntry): Promise<void> {
  await insertStatement(db).execute({ ...entry });
}
