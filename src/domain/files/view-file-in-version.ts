import type { DatasetWithGrants } from '../../db/queries/datasets.ts';
import type { FileKey } from '../../db/queries/file-access.ts';
import type { FileRow } from '../../db/queries/file-columns.ts';
import { findFileRecord } from '../../db/queries/file-records.ts';
import { findVersion, findVersionByOrdinal, type VersionRow } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { authorize, type CommandContext } from '../command.ts';
import { loadDataset, mayEdit, maySeeDraft } from '../datasets/dataset-subject.ts';
import { recordView } from '../metrics/record-usage.ts';
import { viewVersion } from '../versions/view-version.ts';
import { requireFile, viewRequirement } from './view-file.ts';

/** A file as a version has it. */
export interface FileInVersion {
  readonly dataset: DatasetWithGrants;
  readonly version: VersionRow;
  readonly file: FileRow;
}

/**
 * What a version says of a file. Without a version: the draft if the actor may see it, else the newest released version that
 * holds the file. Source: files.md 22.1.
 * @throws DomainError FILE_NOT_FOUND | PERMISSION_DENIED | BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export async function viewFileInVersion(
  context: CommandContext,
  options: { readonly file: FileKey; readonly version: string | null; readonly includeDeaccessioned: boolean },
): Promise<FileInVersion> {
  const { db } = context;
  const { version: reference, includeDeaccessioned } = options;
  const found = await requireFile(context, options.file);
  const { dataset } = await loadDataset({ tx: db, context }, { id: found.datasetId });
  const notThere = () => new DomainError('FILE_NOT_FOUND', `File ${found.id} is not in version ${reference ?? ':latest'} of its dataset.`);

  if (reference !== null) {
    const version = await viewVersion(context, dataset, { reference, includeDeaccessioned, withFiles: true });
    const file = await findFileRecord(db, found.id, version.ordinal);
    if (file === undefined) throw notThere();
    return { dataset, version, file };
  }

  authorize(context.actor, viewRequirement(found), found.datasetGranted);
  const candidates = [
    async () => (maySeeDraft(context, dataset) ? findVersion(db, dataset.id, { states: ['DRAFT'] }) : undefined),
    async () => (found.releasedOrdinal === null ? undefined : findVersionByOrdinal(db, dataset.id, found.releasedOrdinal)),
    async () =>
      includeDeaccessioned && mayEdit(context, dataset) ? findVersion(db, dataset.id, { states: ['DEACCESSIONED'] }) : undefined,
  ];
  for (const find of candidates) {
    const version = await find();
    const file = version === undefined ? undefined : await findFileRecord(db, found.id, version.ordinal);
    if (version === undefined || file === undefined) continue;
    recordView(context, version);
    return { dataset, version, file };
  }
  throw notThere();
}
