import type { InputLevelRow } from '../../db/queries/collections/collection-blocks.ts';
import type { CollectionRow } from '../../db/queries/collections/collections.ts';
import { toSecond } from '../../formats/native-json/to-second.ts';
import { present } from './json-record.ts';

/** A rule of a collection for a field. */
export type FieldRule = Pick<InputLevelRow, 'fieldName' | 'required' | 'include' | 'displayOnCreate'>;

/** A collection as JSON, with the keys of its record in the REST API that are its own. Source: collections.md 2.1. */
export function collectionDocument(row: CollectionRow, levels: readonly FieldRule[], userIdentifier: string): string {
  const inputLevels = levels.map(({ fieldName, required, include, displayOnCreate }) =>
    present({ datasetFieldTypeName: fieldName, required, include, displayOnCreate }),
  );
  return JSON.stringify(
    present({
      id: row.id,
      alias: row.alias,
      name: row.name,
      affiliation: row.affiliation,
      collectionContacts: row.contactEmails.map((contactEmail, displayOrder) => ({ displayOrder, contactEmail })),
      permissionRoot: row.permissionRoot,
      description: row.description,
      collectionType: row.collectionType,
      isMetadataBlockRoot: row.metadataBlockRoot,
      isFacetRoot: row.facetRoot,
      ownerId: row.ownerId,
      creationDate: toSecond(row.createdAt),
      theme: row.theme,
      filePIDsEnabled: row.filePidsEnabled,
      isReleased: row.publishedAt !== null,
      inputLevels: inputLevels.length === 0 ? null : inputLevels,
      datasetFileCountLimit: row.datasetFileCountLimit,
      userIdentifier,
    }),
  );
}
