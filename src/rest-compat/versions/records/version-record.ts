import type { z } from 'zod';
import { nativeVersionShape, writeVersion } from '../../../formats/native-json/native-version.ts';
import type {
  BlockValuesFragment,
  FilePageFragment,
  OwnerLinkFragment,
  VersionDatasetFragment,
  VersionFactsFragment,
} from '../../../generated/operations.ts';
import { type FileRecord, fileSchema } from '../../files/records/file-record.ts';
import type { OpenList } from '../../open-list.ts';
import { ownerChain, ownerLinkSchema } from '../../records/record.ts';
import { objectId, openListOf, recordSchema } from '../../records/schema.ts';
import { filePart, openFiles } from '../../records/version-files.ts';

export { versionStateSchema } from '../../../formats/native-json/native-version.ts';

/** What a version's record is made of; blocks, files and owners only if they were requested. */
export interface VersionParts extends VersionFactsFragment {
  readonly dataset: VersionDatasetFragment & { readonly ancestors?: readonly OwnerLinkFragment[] | undefined };
  readonly metadataBlocks?: readonly BlockValuesFragment[] | undefined;
  readonly id?: string | undefined;
  readonly firstFiles?: FilePageFragment | undefined;
}

export const versionSchema = recordSchema('DatasetVersion', 'A version of a dataset. Source: datasets.md 3.2.', {
  ...nativeVersionShape,
  guestbookId: objectId.optional().describe('What those who download files are asked.'),
  isPartOf: ownerLinkSchema.optional().describe('The collection that holds the dataset; only with `returnOwners=true`.'),
  files: openListOf(fileSchema).optional().describe('By name.'),
});
export type VersionRecord = z.infer<typeof versionSchema>;

/** All files of a version, of which the first are known. */
function filesOf(version: VersionParts): VersionRecord['files'] {
  const { id = '', firstFiles } = version;
  return firstFiles === undefined ? undefined : openFiles({ ...version, id }, filePart(firstFiles));
}

/** The record of a version. `files` is made of the first ones, unless it is given. Source: datasets.md 3.2. */
export function versionRecord(
  version: VersionParts,
  files: readonly FileRecord[] | OpenList<FileRecord> | undefined = filesOf(version),
): VersionRecord {
  return {
    ...writeVersion(version),
    guestbookId: version.dataset.guestbookDatabaseId ?? undefined,
    isPartOf: ownerChain(version.dataset.ancestors ?? []),
    files,
  };
}
