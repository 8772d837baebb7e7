import type { RecordsCheckFragment } from '../../../generated/operations.ts';
import type { JsonRecord } from '../../records/record.ts';

/** The first violation of a check as clients know it; undefined when there is none. Source: users-admin.md 13. */
export function violationRecord({ violations: [first] }: RecordsCheckFragment): JsonRecord | undefined {
  if (first === undefined) return undefined;
  const { entity, databaseId, field, invalidValue } = first;
  return { entityClassDatabaseTableRowId: `[${entity} id:${databaseId}]`, field, invalidValue: invalidValue ?? 'NULL' };
}

/** A check as one line of the stream. */
export function recordsCheckLine(check: RecordsCheckFragment): string {
  return JSON.stringify({ datasetId: check.datasetDatabaseId, status: check.status.toLowerCase(), ...violationRecord(check) });
}
