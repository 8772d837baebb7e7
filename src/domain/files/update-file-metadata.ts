import { z } from 'zod';
import { type FileKey, findFile } from '../../db/queries/file-access.ts';
import type { FileRow } from '../../db/queries/file-columns.ts';
import { isPathTaken, type RecordChanges } from '../../db/queries/file-edits.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { command, query, type Scope } from '../command.ts';
import { loadDataset } from '../datasets/dataset-subject.ts';
import { line, longText } from '../text-limits.ts';
import { requireNewestVersion } from '../versions/ensure-draft.ts';
import { requireFresh } from '../versions/require-fresh.ts';
import { cleanCategories } from './file-categories.ts';
import { cleanDirectoryLabel, directoryLabelProblems, labelProblems } from './file-path.ts';
import { lockFile, requireWorkingRecord } from './lock-file.ts';
import { type EditedFile, requireRestrictable, saveFileRecord } from './restrict-file.ts';
import { fileNotFound } from './view-file.ts';

const LONGEST_LIST = 1000;

/** Checks before a body is read whether the actor may change what the draft says of a file now. */
export const admitFileEdit = query({
  name: 'admitFileEdit',
  subject: async (scope, key: FileKey) => {
    const file = await findFile(scope.tx, key, scope.context.actor.identities);
    if (file === undefined) throw fileNotFound(key);
    return loadDataset(scope, { id: file.datasetId });
  },
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: () => true,
});

const input = z.object({
  file: z.custom<FileKey>(),
  label: z.string().nullish(),
  directoryLabel: z.string().nullish(),
  description: longText.nullish(),
  categories: z.array(line).max(LONGEST_LIST, `must not be more than ${LONGEST_LIST}`).nullish(),
  restrict: z.boolean().nullish(),
  provFreeForm: longText.nullish(),
  ifUnmodifiedSince: z.date().nullish(),
});

/** A key that is absent changes nothing, an empty value clears. @throws DomainError BAD_USER_INPUT listing every problem. */
function changesOf(given: z.infer<typeof input>, record: FileRow): RecordChanges {
  const { label, directoryLabel, description, categories, restrict, provFreeForm } = given;
  const changes: RecordChanges = {};
  const problems: Problem[] = [];
  if (typeof label === 'string') {
    changes.label = label;
    problems.push(...labelProblems(label, '/label'));
  }
  if (typeof directoryLabel === 'string') {
    changes.directoryLabel = cleanDirectoryLabel(directoryLabel);
    problems.push(...directoryLabelProblems(changes.directoryLabel, '/directoryLabel'));
  }
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join(' '), { problems });
  if (typeof description === 'string') changes.description = description;
  if (categories) changes.categories = cleanCategories(categories);
  if (typeof provFreeForm === 'string') changes.provFreeForm = provFreeForm === '' ? null : provFreeForm;
  if (typeof restrict === 'boolean' && restrict !== record.restricted) changes.restricted = restrict;
  return changes;
}

/** @throws DomainError FILE_PATH_TAKEN when another file of the version lies where the changed one would. */
async function refuseTakenPath(
  { tx }: Scope,
  version: Parameters<typeof isPathTaken>[1],
  record: FileRow,
  { label = record.label, directoryLabel = record.directoryLabel }: RecordChanges,
): Promise<void> {
  if (label === record.label && directoryLabel === record.directoryLabel) return;
  if (!(await isPathTaken(tx, version, { label, directoryLabel }, record.dataFile.id))) return;
  const path = directoryLabel === null ? label : `${directoryLabel}/${label}`;
  throw new DomainError('FILE_PATH_TAKEN', `The dataset already holds a file at ${path}.`, {
    problems: [{ pointer: '/label', message: `must not lead to ${path}, where another file lies` }],
  });
}

/** Changes what the draft says of a file; the draft is made if there is none. Source: files.md 7.2. */
export const updateFileMetadata = command({
  name: 'updateFileMetadata',
  input,
  subject: (scope, { file }) => lockFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, given): Promise<EditedFile> => {
    requireFresh(await requireNewestVersion(scope, subject.dataset.id), { ifUnmodifiedSince: given.ifUnmodifiedSince });
    const { working, record } = await requireWorkingRecord(scope, subject);
    const changes = changesOf(given, record);
    await refuseTakenPath(scope, working, record, changes);
    if (changes.restricted === true) requireRestrictable(scope.services, working);
    return saveFileRecord(scope, subject, changes);
  },
});
