import { z } from 'zod';
import { updateDataset } from '../../db/queries/datasets/datasets.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { storeTabularTags } from '../../db/queries/files/file-edits.ts';
import { findFileRecord } from '../../db/queries/files/file-records.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { TABULAR_TAGS, type TabularTag } from '../../vocabulary/files.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { lockFile, requireWorkingRecord } from './lock-file.ts';
import type { EditedFile } from './restrict-file.ts';
import { requireTabular } from './tabular-file.ts';

/** Tags of tabular files; unknown ones are refused by name. */
export const tabularTagList = z
  .array(z.enum(TABULAR_TAGS, `must be one of ${TABULAR_TAGS.join(', ')}`))
  .max(1000, 'must not be more than 1000');

/** Checks tags that a client sent. @throws DomainError BAD_USER_INPUT naming the known ones. */
export function readTabularTags(sent: readonly string[], pointer: string): TabularTag[] {
  const problems = sent.flatMap((tag, index) =>
    TABULAR_TAGS.some((known) => known === tag)
      ? []
      : [{ pointer: `${pointer}/${index}`, message: `must be one of ${TABULAR_TAGS.join(', ')}` }],
  );
  if (problems.length > 0) {
    throw new DomainError('BAD_USER_INPUT', `The tags of tabular files are ${TABULAR_TAGS.join(', ')}.`, { problems });
  }
  return TABULAR_TAGS.filter((tag) => sent.includes(tag));
}

/**
 * Stores the tags of a tabular file: they belong to the bytes, so that published versions show them at once. Source: files.md 2.
 * @throws DomainError FILE_NOT_TABULAR unless there are none to store.
 */
export async function saveTabularTags(
  scope: Pick<Scope, 'tx'>,
  { dataset, file }: { readonly dataset: { readonly id: number }; readonly file: Parameters<typeof requireTabular>[0] },
  tags: readonly TabularTag[],
  pointer: string,
): Promise<void> {
  if (tags.length > 0) requireTabular(file, pointer);
  await storeTabularTags(scope.tx, file.id, [...new Set(tags)]);
  await updateDataset(scope.tx, dataset.id, {});
}

/** Adds tags to a tabular file, or puts them in the place of those it has. No draft is made for it. Source: files.md 22.1. */
export const changeTabularTags = command({
  name: 'changeTabularTags',
  input: z.object({ file: z.custom<FileKey>(), tags: tabularTagList, replace: z.boolean() }),
  subject: (scope, input) => lockFile(scope, input.file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, { tags, replace }): Promise<EditedFile> => {
    requireTabular(subject.file, '/tabularTags');
    const { working } = await requireWorkingRecord(scope, subject);
    const present = TABULAR_TAGS.filter((tag) => subject.file.tabularTags.includes(tag));
    await saveTabularTags(scope, subject, replace ? tags : [...present, ...tags], '/tabularTags');
    scope.note({ file: subject.file.id });
    const file = await findFileRecord(scope.tx, subject.file.id, working.ordinal);
    if (file === undefined) throw new Error('The file was not stored.');
    return { dataset: subject.dataset, version: working, file };
  },
});
