import { z } from 'zod';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { command } from '../../kernel/command.ts';
import { lockFile, requireWorkingRecord } from './lock-file.ts';
import { cleanCategories, fileFactsInput } from '../../model/files/file-facts.ts';
import { type EditedFile, saveFileRecord } from './restrict-file.ts';

/** Adds categories to what the draft says of a file, or puts them in the place of those it names. Source: files.md 22.1. */
export const changeFileCategories = command({
  name: 'changeFileCategories',
  input: z.object({ file: z.custom<FileKey>(), categories: fileFactsInput.categories.unwrap().unwrap(), replace: z.boolean() }),
  subject: (scope, input) => lockFile(scope, input.file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, { categories, replace }): Promise<EditedFile> => {
    const { record } = await requireWorkingRecord(scope, subject);
    return saveFileRecord(scope, subject, { categories: cleanCategories(replace ? categories : [...record.categories, ...categories]) });
  },
});
