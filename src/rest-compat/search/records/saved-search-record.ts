/** Saved searches, and what came of their runs. Source: users-admin.md 12. */
import { z } from 'zod';
import type { SavedSearchFactsFragment, SavedSearchRunsMutation } from '../../../generated/operations.ts';
import { listOf, mapOf, objectId, recordSchema } from '../../records/schema.ts';

export const savedSearchSchema = recordSchema(
  'SavedSearch',
  'A search whose hits are linked into a collection. Source: users-admin.md 12.',
  {
    query: z.string(),
    filterQueries: listOf(z.string()),
    id: objectId,
    definitionPointId: objectId.describe('The collection into which hits are linked.'),
    definitionPointAlias: z.string(),
    creatorId: objectId.describe('The account in whose name they are linked.'),
  },
);

/** The record of a saved search. */
export function savedSearchRecord(search: SavedSearchFactsFragment): z.infer<typeof savedSearchSchema> {
  return {
    query: search.query,
    filterQueries: [...search.filters],
    id: search.databaseId,
    definitionPointId: search.collectionDatabaseId,
    definitionPointAlias: search.collectionAlias,
    creatorId: search.creatorDatabaseId,
  };
}

const runSchema = recordSchema('SavedSearchRun', 'What a saved search found. Source: users-admin.md 12.', {
  definitionPointAlias: z.string(),
  savedSearchId: objectId,
  hitInfo: listOf(
    z.strictObject({ name: z.string(), dvObjectId: objectId, result: z.string().describe('What came of it, for people; it may change.') }),
  ),
  debug: z
    .strictObject({ creatorId: objectId, query: z.string(), filterQueries: listOf(z.string()) })
    .optional()
    .describe('Only with `debug=true`.'),
});

/** Runs by names of which each holds the id of the search. */
export const runsSchema = mapOf(listOf(runSchema));

type Run = SavedSearchRunsMutation['runSavedSearches']['runs'][number];

/** What came of a run. */
export function runRecord({ search, hits }: Run, debug: boolean): z.infer<typeof runsSchema> {
  const run: z.infer<typeof runSchema> = {
    definitionPointAlias: search.collectionAlias,
    savedSearchId: search.databaseId,
    hitInfo: hits.map(({ name, databaseId, result }) => ({ name, dvObjectId: databaseId, result })),
    ...(debug && { debug: { creatorId: search.creatorDatabaseId, query: search.query, filterQueries: [...search.filters] } }),
  };
  return { [`hits for saved search id ${search.databaseId}`]: [run] };
}
