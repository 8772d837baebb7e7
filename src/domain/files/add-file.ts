import { z } from 'zod';
import { type DatasetKey, type DatasetWithGrants, updateDataset } from '../../db/queries/datasets.ts';
import type { FileRow } from '../../db/queries/file-columns.ts';
import { findDuplicate, findFileRecord } from '../../db/queries/file-records.ts';
import { findVersion, updateVersion, type VersionRow } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query, type Scope } from '../command.ts';
import { lockDataset, loadDataset } from '../datasets/dataset-subject.ts';
import { ensureDraft, requireWorkingVersion } from '../versions/ensure-draft.ts';
import { type NewBytes } from './new-bytes.ts';
import { newFileFacts, newFileInput, requireRestrictableNewFile } from './new-file-input.ts';
import { storeFile } from './store-file.ts';
import { refusePackageDataset, requireHttpUpload } from './upload-admission.ts';
import { refuseFullDataset, refuseTooLarge, uploadRules, type UploadRules } from './upload-rules.ts';

/** Files of a dataset as its draft has them. */
export interface AddedFiles {
  readonly dataset: DatasetWithGrants;
  readonly version: VersionRow;
  readonly files: readonly FileRow[];
}

/** Checks before any byte is read whether the actor may add a file now, and says what the upload has to keep to. */
export const admitUpload = query({
  name: 'admitUpload',
  subject: loadDataset,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (context, { dataset }, _key: DatasetKey): Promise<UploadRules> => {
    requireHttpUpload(context.services);
    await refusePackageDataset(context.db, dataset.id);
    await refuseFullDataset(context, context.db, dataset);
    return uploadRules(context.services);
  },
});

async function refuseDuplicate(scope: Scope, working: VersionRow, file: NewBytes): Promise<void> {
  const existing = await findDuplicate(scope.tx, working, file.checksum);
  if (existing === undefined) return;
  throw new DomainError('DUPLICATE_FILE', `This file has the same content as ${existing} in the dataset.`, {
    problems: [{ pointer: '/file', message: `has the same content as ${existing}` }],
  });
}

/** The files with these ids as the draft has them now, in the order given. */
async function readBack(scope: Scope, dataset: DatasetWithGrants, ids: readonly number[]): Promise<AddedFiles> {
  const version = await findVersion(scope.tx, dataset.id, { states: ['DRAFT'] });
  const files: FileRow[] = [];
  for (const id of ids) {
    const record = version === undefined ? undefined : await findFileRecord(scope.tx, id, version.ordinal);
    if (record !== undefined) files.push(record);
  }
  if (version === undefined || files.length < ids.length) throw new Error('The files were not stored.');
  return { dataset, version, files };
}

/** Adds a file to the draft, which is made if there is none; its record. Source: files.md 4. */
export const addFile = command({
  name: 'addFile',
  input: z.object({ dataset: z.custom<DatasetKey>(), file: z.custom<NewBytes>(), ...newFileInput }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<{ dataset: DatasetWithGrants; version: VersionRow; file: FileRow }> => {
    const { tx, services } = scope;
    const { file } = input;
    await refusePackageDataset(tx, dataset.id);
    await refuseFullDataset(scope, tx, dataset);
    refuseTooLarge(services, file.sizeBytes);
    const working = await requireWorkingVersion(scope, dataset.id);
    await refuseDuplicate(scope, working, file);
    const facts = newFileFacts(input, file);
    requireRestrictableNewFile(services, working, facts.restricted);

    const draft = await ensureDraft(scope, dataset.id);
    const id = await storeFile(scope, { dataset, draft }, file, facts);
    await updateVersion(tx, draft.id, {});
    await updateDataset(tx, dataset.id, {});
    scope.note({ file: id });
    const { version, files } = await readBack(scope, dataset, [id]);
    const [record] = files;
    if (record === undefined) throw new Error('The file was not stored.');
    return { dataset, version, file: record };
  },
});
