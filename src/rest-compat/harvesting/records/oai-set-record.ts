import { z } from 'zod';
import type { OaiSetFactsFragment } from '../../../generated/operations.ts';
import { recordSchema } from '../../records/schema.ts';

export const oaiSetSchema = recordSchema('OaiSet', 'A set of records for harvesters. Source: users-admin.md 18.6.', {
  name: z.string(),
  spec: z.string().describe('Name by which harvesters ask for it; the same as `name`.'),
  description: z.string(),
  definition: z.string().optional().describe('Query over the fields of metadata; absent where only the collection counts.'),
  collection: z.int().optional().describe('Id of the collection below which its datasets lie.'),
  version: z.int().optional().describe('Counted up with each change; absent in the answer that adds the set.'),
});

/** A set as a record. Source: users-admin.md 18.6. */
export function oaiSetRecord({
  spec,
  description,
  definition,
  collectionDatabaseId,
  revision,
}: OaiSetFactsFragment): z.infer<typeof oaiSetSchema> {
  return {
    name: spec,
    spec,
    description,
    definition: definition ?? undefined,
    collection: collectionDatabaseId ?? undefined,
    version: revision,
  };
}
