import type { ReviewedRecord } from '../../db/queries/harvesting/oai-stamps.ts';
import type { OaiSetRow } from '../../db/queries/harvesting/oai-sets.ts';
import { matchesFields, searchedFields } from '../../formats/field-query/match-field-query.ts';
import { parseFieldQuery } from '../../formats/field-query/parse-field-query.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';

/** The sets of a record, by their ids. Source: exports.md 16.5. */
export type SetsOfRecord = (record: ReviewedRecord) => readonly number[];

/** Prepares sets for many records. */
export function setsOfRecords(sets: readonly Pick<OaiSetRow, 'id' | 'collectionId' | 'definition'>[]): SetsOfRecord {
  const prepared = sets.map(({ id, collectionId, definition }) => ({
    id,
    collectionId,
    query: definition === null ? undefined : parseFieldQuery(definition),
  }));
  return ({ path, metadata }) => {
    if (path === null || metadata === null) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored was written as such
    const fields = searchedFields(JSON.parse(metadata) as VersionMetadata);
    return prepared
      .filter(
        ({ collectionId, query }) =>
          (collectionId === null || path.includes(collectionId)) && (query === undefined || matchesFields(query, fields)),
      )
      .map(({ id }) => id);
  };
}
