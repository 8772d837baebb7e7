import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { findFileRecord } from '../../db/queries/files/file-records.ts';
import { findVersion, findVersionByOrdinal, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { loadDataset, mayEdit, maySeeDraft } from '../subjects/dataset-subject.ts';
import { recordView } from '../../kernel/record-usage.ts';
import { viewVersion } from '../versions/view-version.ts';
import { requireFile, viewRequirement } from './view-file.ts';

/** A file as a version has it. */
export interface FileInVersion {
  readonly dataset: DatasetWithGrants;
  readonly version: VersionRow;
  readonly file: FileRow;
}

/** A request for the metadata of a file in a version; without a version, in the newest one that the actor may see. */
export interface FileInVersionRequest {
  readonly file: FileKey;
  readonly version: string | null;
  readonly includeDeaccessioned: boolean;
}

/** Versions that may say it when none is named, first the one that counts. */
async function* newestVersions(
  context: CommandContext,
  { file, dataset }: { readonly file: FileWithAccess; readonly dataset: DatasetWithGrants },
  includeDeaccessioned: boolean,
): AsyncGenerator<VersionRow | undefined> {
  const { db } = context;
  if (maySeeDraft(context, dataset)) yield findVersion(db, dataset.id, { states: ['DRAFT'] });
  if (file.releasedOrdinal !== null) yield findVersionByOrdinal(db, dataset.id, file.releasedOrdinal);
  if (includeDeaccessioned && mayEdit(context, dataset)) yield findVersion(db, dataset.id, { states: ['DEACCESSIONED'] });
}

/**
 * What a version says of a file. Without a version: the draft if the actor may see it, else the newest released version that
 * holds the file. Source: files.md 22.1.
 * @throws DomainError FILE_NOT_FOUND | PERMISSION_DENIED | BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export const viewFileInVersion = query({
  name: 'viewFileInVersion',
  subject: async ({ tx, context }, { file: key }: FileInVersionRequest) => {
    const file = await requireFile(context, key);
    const { dataset } = await loadDataset({ tx, context }, { id: file.datasetId });
    return { nodeId: file.id, granted: file.datasetGranted, file, dataset };
  },
  // A version that is named has a rule of its own.
  requires: ({ file }, { version }) => (version === null ? viewRequirement(file) : 'Public'),
  run: async (context, found, { version: reference, includeDeaccessioned }): Promise<FileInVersion> => {
    const { file, dataset } = found;
    if (reference !== null) {
      // A single file of a withdrawn version is for editors. Source: files.md 22.1.
      const withWithdrawn = includeDeaccessioned && mayEdit(context, dataset);
      const version = await viewVersion(context, { dataset, reference, includeDeaccessioned: withWithdrawn });
      const record = await findFileRecord(context.db, file.id, version.ordinal);
      if (record !== undefined) return { dataset, version, file: record };
    } else {
      for await (const version of newestVersions(context, found, includeDeaccessioned)) {
        const record = version === undefined ? undefined : await findFileRecord(context.db, file.id, version.ordinal);
        if (version === undefined || record === undefined) continue;
        recordView(context, version);
        return { dataset, version, file: record };
      }
    }
    throw new DomainError('FILE_NOT_FOUND', `File ${file.id} is not in version ${reference ?? ':latest'} of its dataset.`);
  },
});
