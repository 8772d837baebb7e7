import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { flag } from '../../boolean-text.ts';
import { fileFactsSent } from '../../../model/files/file-facts.ts';
import { checkBySchema } from '../../schema-problems.ts';
import { TABULAR_TAGS } from '../../../vocabulary/files.ts';

/** Keys that say something of a file, wherever its bytes come from. Source: files.md 4.1. */
export const jsonData = z.object({
  ...fileFactsSent,
  categories: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).nullish(),
  restrict: flag,
  provFreeform: fileFactsSent.provFreeForm,
  dataFileTags: z.array(z.string()).nullish(),
});

const uploadSwitches = z.object({ unpack: flag, forceReplace: flag, tabIngest: flag });

/** What the part `jsonData` may say of a file. */
export type FileEdit = Omit<z.infer<typeof jsonData>, 'provFreeform'>;

/** What it may say of a new file: tags need a tabular one. */
export type FileJsonData = Omit<FileEdit, 'dataFileTags'>;

/** The two spellings of one key become one. */
export function fileEdit({ provFreeform, provFreeForm, ...edit }: z.infer<typeof jsonData>): FileEdit {
  return { ...edit, provFreeForm: provFreeform ?? provFreeForm };
}

/** Reads what the part `jsonData` says of a file that is there already, tags included. @throws DomainError BAD_USER_INPUT. Source: files.md 7.2. */
export function readFileEdit(part: unknown): FileEdit {
  return fileEdit(checkBySchema(jsonData, part, 'The part jsonData', '/jsonData'));
}

/** Reads the part `jsonData` of an upload. @throws DomainError BAD_USER_INPUT. Source: files.md 4.1. */
export function readFileJsonData(part: unknown): FileJsonData {
  const { dataFileTags, ...metadata } = readFileEdit(part);
  if (dataFileTags && dataFileTags.length > 0) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `Tags need a tabular file, and this one has not been ingested yet. Known tags: ${TABULAR_TAGS.join(', ')}.`,
      { problems: [{ pointer: '/jsonData/dataFileTags', message: 'must be absent or empty where the file is not tabular' }] },
    );
  }
  return metadata;
}

/** What the part `jsonData` may say of how an upload is taken, beside what it says of the file. @throws DomainError BAD_USER_INPUT */
export function readUploadSwitches(part: unknown): z.infer<typeof uploadSwitches> {
  return checkBySchema(uploadSwitches, part, 'The part jsonData', '/jsonData');
}
