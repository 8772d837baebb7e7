import { z } from 'zod';
import type { FileViewQuery } from '../../../generated/operations.ts';
import { versionRecord, versionSchema } from '../../versions/records/version-record.ts';
import { ownerChain, ownerLinkSchema } from '../../records/record.ts';
import { objectId, recordSchema } from '../../records/schema.ts';
import { versionName } from '../../versions/records/version-name.ts';
import { dataFileSchema, fileRecord, fileSchema } from './file-record.ts';

type FileView = NonNullable<NonNullable<FileViewQuery['file']>['inVersion']>;

const datasetLinkSchema = recordSchema('DatasetLink', 'The dataset that holds a file. Source: datasets.md 3.1.', {
  type: z.literal('DATASET'),
  persistentIdentifier: z.string(),
  identifier: objectId,
  version: z.string().describe('Such as `1.0`, or `DRAFT`.'),
  displayName: z.string().describe('Its title.'),
  isPartOf: ownerLinkSchema.optional(),
});

export const fileViewSchema = recordSchema(
  'FileView',
  'A file with its version and its owners, if they were requested. Source: files.md 3.',
  {
    ...fileSchema.shape,
    dataFile: recordSchema('DataFileView', 'The bytes of a file, with its owners if they were requested.', {
      ...dataFileSchema.shape,
      isPartOf: datasetLinkSchema.optional().describe('Only with `returnOwners=true`.'),
    }),
    datasetVersion: versionSchema.optional().describe('Only with `returnDatasetVersion=true`; without files.'),
  },
);

function datasetLink(owner: NonNullable<FileView['owner']>): z.infer<typeof datasetLinkSchema> {
  const { dataset } = owner;
  return {
    type: 'DATASET',
    persistentIdentifier: dataset.persistentId,
    identifier: dataset.databaseId,
    version: versionName(owner),
    displayName: owner.title,
    isPartOf: ownerChain(dataset.ancestors),
  };
}

/** The record of a file by itself, with its version and its owners if they were requested. Source: files.md 3. */
export function fileViewRecord(file: FileView): z.infer<typeof fileViewSchema> {
  const { dataFile, ...record } = fileRecord(file);
  return {
    ...record,
    dataFile: { ...dataFile, isPartOf: file.owner === undefined ? undefined : datasetLink(file.owner) },
    datasetVersion: file.datasetVersion === undefined ? undefined : versionRecord(file.datasetVersion),
  };
}
