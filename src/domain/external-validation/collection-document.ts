import type { Queryable } from '../../db/client.ts';
import { listInputLevels } from '../../db/queries/collections/collection-blocks.ts';
import { findCollection } from '../../db/queries/collections/collections.ts';
import { collectionNotFound } from '../subjects/collection-subject.ts';
import { toSecond } from '../../formats/native-json/to-second.ts';
import { present } from './json-record.ts';

/**
 * A collection as JSON, with the keys of its record in the REST API that are its own. Inside of a transaction it shows what the
 * transaction has changed. @throws DomainError COLLECTION_NOT_FOUND. Source: collections.md 2.1.
 */
export async function collectionDocument(db: Queryable, id: number, userIdentifier: string): Promise<string> {
  const row = await findCollection(db, { id }, []);
  if (row === undefined) throw collectionNotFound({ id });
  const inputLevels = (await listInputLevels(db, [id])).map(({ fieldName, required, include, displayOnCreate }) =>
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
