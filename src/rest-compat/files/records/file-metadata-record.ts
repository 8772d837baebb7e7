import { z } from 'zod';
import type { FileRecordFragment } from '../../../generated/operations.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

export const fileMetadataSchema = recordSchema('FileMetadata', 'The metadata of a file in a version. Source: files.md 7.1.', {
  label: z.string(),
  directoryLabel: z.string().optional(),
  description: z.string().optional(),
  restricted: z.boolean(),
  provFreeForm: z.string().optional().describe('Free-form provenance.'),
  categories: listOf(z.string()).optional(),
  dataFileTags: listOf(z.string()).optional(),
  id: objectId.describe('Id of this record, not of the file.'),
});

/** The bare record of a file's metadata. Source: files.md 7.1. */
export function fileMetadataRecord(file: FileRecordFragment): z.infer<typeof fileMetadataSchema> {
  return {
    label: file.label,
    directoryLabel: file.directoryLabel ?? undefined,
    description: file.description ?? undefined,
    restricted: file.restricted,
    provFreeForm: file.provFreeForm ?? undefined,
    categories: file.categories.length > 0 ? file.categories : undefined,
    dataFileTags: file.dataFile.tabularTags.length > 0 ? file.dataFile.tabularTags : undefined,
    id: file.databaseId,
  };
}
