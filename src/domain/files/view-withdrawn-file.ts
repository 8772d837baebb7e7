import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import { findFileRecord, findWithdrawnOrdinal } from '../../db/queries/files/file-records.ts';
import { findVersionByOrdinal, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';
import { recordView } from '../../kernel/record-usage.ts';
import { viewVersion } from '../versions/view-version.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { requireFile, viewRequirement } from './view-file.ts';
import type { FileInVersion } from './view-file-in-version.ts';

/** A file whose tombstone is asked for; without a version, of the newest one that was withdrawn. */
export interface WithdrawnFileRequest {
  readonly file: FileKey;
  readonly version: string | null;
}

async function findWithdrawn(
  context: CommandContext,
  { file, dataset }: { readonly file: FileWithAccess; readonly dataset: DatasetWithGrants },
  reference: string | null,
): Promise<FileInVersion | undefined> {
  let version: VersionRow | undefined;
  if (reference === null) {
    const ordinal = await findWithdrawnOrdinal(context.db, file.id);
    version = ordinal === undefined ? undefined : await findVersionByOrdinal(context.db, dataset.id, ordinal);
  } else {
    version = await viewVersion(context, { dataset, reference, includeDeaccessioned: true });
  }
  if (version?.state !== 'DEACCESSIONED') return undefined;
  const record = await findFileRecord(context.db, file.id, version.ordinal);
  return record === undefined ? undefined : { dataset, version, file: record };
}

/**
 * What is left of a file in a version that was withdrawn: as public as the version, which says why. Of a file that was never published
 * strangers are told no more than by its own page.
 * @throws DomainError FILE_NOT_FOUND | PERMISSION_DENIED | BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export const viewWithdrawnFile = query({
  name: 'viewWithdrawnFile',
  subject: async ({ tx, context }, { file: key, version }: WithdrawnFileRequest) => {
    const file = await requireFile(context, key);
    const { dataset } = await loadDataset({ tx, context }, { id: file.datasetId });
    return { nodeId: file.id, granted: file.datasetGranted, file, withdrawn: await findWithdrawn(context, { file, dataset }, version) };
  },
  requires: ({ file, withdrawn }) => (withdrawn === undefined ? viewRequirement(file) : 'Public'),
  run: (context, { file, withdrawn }): FileInVersion => {
    if (withdrawn === undefined) throw new DomainError('FILE_NOT_FOUND', `No deaccessioned version holds file ${file.id}.`);
    recordView(context, withdrawn.version);
    return withdrawn;
  },
});
