import { z } from 'zod';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { type RecordChanges, reviseFileRecord } from '../../db/queries/files/file-edits.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { command, query, type Scope } from '../../kernel/command.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { ensureDraft, requireNewestVersion, requireWorkingVersion, saveDraft } from '../versions/ensure-draft.ts';
import { requireFresh } from '../subjects/require-fresh.ts';
import { requireSome } from '../../kernel/require-some.ts';
import { changesOf, fileEditInput, type FileEditInput, newPathOf, refuseProblems, refuseTakenPaths } from './file-edit-input.ts';
import { listHeldFiles, MOST_FILES_AT_ONCE } from './held-files.ts';
import { loadFile, lockFile, requireWorkingRecord } from './lock-file.ts';
import { type EditedFile, requireRestrictable, saveFileRecord, writeFileRecord } from './restrict-file.ts';
import { saveTabularTags } from './tabular-tags.ts';

/** Checks before a body is read whether the actor may change what the draft says of a file now. */
export const admitFileEdit = query({
  name: 'admitFileEdit',
  subject: loadFile,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: () => true,
});

/** An edit that is checked. */
interface PlannedEdit {
  readonly id: number;
  readonly record: FileRow;
  readonly given: FileEditInput;
  readonly changes: RecordChanges;
  readonly pointer: string;
}

/** Checks edits together, before any is made. @throws DomainError BAD_USER_INPUT | FILE_PATH_TAKEN | DATASET_TERMS_INVALID */
async function planEdits(
  scope: Scope,
  working: VersionRow,
  edits: readonly { readonly record: FileRow; readonly given: FileEditInput; readonly pointer: string }[],
): Promise<PlannedEdit[]> {
  const read = edits.map((edit) => ({ ...edit, ...changesOf(edit.given, edit.record, edit.pointer), id: edit.record.dataFile.id }));
  refuseProblems(read.flatMap(({ problems }) => problems));
  const moves = read.flatMap(({ id, record, changes, pointer }) => {
    const to = newPathOf(record, changes);
    return to === undefined ? [] : [{ id, to, pointer: `${pointer}/label` }];
  });
  await refuseTakenPaths(scope, working, moves);
  if (read.some(({ changes }) => changes.restricted === true)) requireRestrictable(scope.services, working);
  return read;
}

/** Changes the metadata of a file in the draft, which is created if there is none. Source: files.md 7.2. */
export const updateFileMetadata = command({
  name: 'updateFileMetadata',
  input: z.object({ file: z.custom<FileKey>(), ifUnmodifiedSince: z.date().nullish(), ...fileEditInput }),
  subject: (scope, { file }) => lockFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, given): Promise<EditedFile> => {
    requireFresh(await requireNewestVersion(scope, subject.dataset.id), { ifUnmodifiedSince: given.ifUnmodifiedSince });
    const { working, record } = await requireWorkingRecord(scope, subject);
    const [edit] = await planEdits(scope, working, [{ record, given, pointer: '' }]);
    if (edit === undefined) throw new Error('The edit was not planned.');
    if (given.dataFileTags) await saveTabularTags(scope, subject, given.dataFileTags, '/dataFileTags');
    return saveFileRecord(scope, subject, edit.changes);
  },
});

/** Files that are to exchange places are set aside first: at no moment two of them lie at one place. */
async function setAside(scope: Scope, draft: VersionRow, edits: readonly PlannedEdit[]): Promise<void> {
  const moving = edits.filter(({ record, changes }) => newPathOf(record, changes) !== undefined);
  if (moving.length < 2) return;
  for (const { id } of moving) {
    const aside = `moving-${id}`;
    await reviseFileRecord(scope.tx, id, draft.ordinal, { label: aside, directoryLabel: aside });
  }
}

/** Makes the edits; the version counts as saved once. */
async function saveAll(scope: Scope, dataset: DatasetWithGrants, edits: readonly PlannedEdit[]): Promise<VersionRow> {
  const draft = await ensureDraft(scope, dataset.id);
  await setAside(scope, draft, edits);
  for (const { record, given, changes, pointer } of edits) {
    const { dataFile: file } = record;
    if (given.dataFileTags) await saveTabularTags(scope, { dataset, file }, given.dataFileTags, `${pointer}/dataFileTags`);
    // The path goes along: it may have been set aside.
    await writeFileRecord(scope, file, draft.ordinal, { ...changes, ...newPathOf(record, changes) });
  }
  return saveDraft(scope, dataset.id, {});
}

/** Changes what the draft says of many files, of all of them or of none. Source: files.md 22.6. */
export const updateFilesMetadata = command({
  name: 'updateFilesMetadata',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    files: z
      .array(z.object({ dataFileId: z.int(), ...fileEditInput }))
      .max(MOST_FILES_AT_ONCE, `must not name more than ${MOST_FILES_AT_ONCE} files`)
      .refine((files) => new Set(files.map(({ dataFileId }) => dataFileId)).size === files.length, 'must name each file once'),
    ifUnmodifiedSince: z.date().nullish(),
  }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (
    scope,
    subject,
    { files, ifUnmodifiedSince },
  ): Promise<{ readonly dataset: DatasetWithGrants; readonly version: VersionRow; readonly count: number }> => {
    requireFresh(await requireNewestVersion(scope, subject.dataset.id), { ifUnmodifiedSince });
    requireSome(files, '/files', 'file');
    const working = await requireWorkingVersion(scope, subject.dataset.id);
    const ids = files.map(({ dataFileId }) => dataFileId);
    const held = await listHeldFiles(scope, working, ids, (index) => `/files/${index}/dataFileId`);
    const edits = files.flatMap(({ dataFileId, ...given }, index) => {
      const record = held.get(dataFileId);
      return record === undefined ? [] : [{ record, given, pointer: `/files/${index}` }];
    });
    const version = await saveAll(scope, subject.dataset, await planEdits(scope, working, edits));
    scope.note({ files: ids });
    return { dataset: subject.dataset, version, count: ids.length };
  },
});
