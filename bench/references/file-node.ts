import type { FileRow } from './dataset-statement.ts';

/** A file of a version as GraphQL clients get it. */
export function fileNode(file: FileRow): Readonly<Record<string, unknown>> {
  return {
    databaseId: file.record_id,
    label: file.label,
    directoryLabel: file.directory_label,
    description: file.description,
    restricted: file.restricted,
    categories: file.categories,
    dataFile: {
      databaseId: file.id,
      contentType: file.content_type,
      sizeBytes: file.size_bytes,
      storageIdentifier: `${file.storage_driver}://${file.storage_id}`,
      checksum: { type: file.checksum_algorithm, value: file.checksum_value },
      creationDate: file.created,
      publicationDate: file.published,
    },
  };
}
