import { z } from 'zod';
import type { RecordsCheckFragment } from '../../../generated/operations.ts';
import { RECORDS_CHECK_STATUSES } from '../../../vocabulary/integrity.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

const violation = {
  entityClassDatabaseTableRowId: z.string().describe('The record: `[<kind> id:<id>]`.'),
  field: z.string(),
  invalidValue: z.string().describe('`NULL` if there is none.'),
};

export const violationSchema = recordSchema(
  'RecordViolation',
  'The first rule that the stored records break. Source: users-admin.md 13.',
  violation,
);

const statuses = RECORDS_CHECK_STATUSES.map((status) => status.toLowerCase());

export const recordsChecksSchema = recordSchema('RecordsChecks', 'Checks of stored records. Source: users-admin.md 13.', {
  datasets: listOf(
    recordSchema('RecordsCheck', 'The check of one dataset, with the first rule that is broken.', {
      datasetId: objectId,
      status: z.enum(statuses),
      entityClassDatabaseTableRowId: violation.entityClassDatabaseTableRowId.optional(),
      field: violation.field.optional(),
      invalidValue: violation.invalidValue.optional(),
    }),
  ),
});

/** The first violation of a check as clients know it; undefined when there is none. Source: users-admin.md 13. */
export function violationRecord({ violations: [first] }: RecordsCheckFragment): z.infer<typeof violationSchema> | undefined {
  if (first === undefined) return undefined;
  const { entity, databaseId, field, invalidValue } = first;
  return { entityClassDatabaseTableRowId: `[${entity} id:${databaseId}]`, field, invalidValue: invalidValue ?? 'NULL' };
}

/** A check as one line of the stream. */
export function recordsCheckLine(check: RecordsCheckFragment): string {
  return JSON.stringify({ datasetId: check.datasetDatabaseId, status: check.status.toLowerCase(), ...violationRecord(check) });
}
